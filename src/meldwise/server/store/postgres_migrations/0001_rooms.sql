create table event (
    room text not null,
    n integer not null,
    seat smallint,
    command text not null,
    body bytea not null,
    at bigint not null,
    primary key (room, n),
    unique (room, command)
);

create table room (
    id text primary key,
    phase text not null,
    listed boolean not null,
    at bigint not null,
    summary bytea not null,
    keeper text
);
create index room_lobby on room (at) where listed;
create index room_phase on room (phase);

create table snapshot (room text primary key, body bytea not null);
create table draft (room text primary key, n integer not null, seat smallint not null, body text not null);
create table node (id text primary key, seen bigint not null);
create table outage (began bigint primary key, ended bigint not null);
