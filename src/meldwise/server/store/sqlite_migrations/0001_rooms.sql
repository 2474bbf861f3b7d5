create table event (
    room text not null,
    n integer not null,
    seat integer,
    command text not null,
    body blob not null,
    at integer not null,
    primary key (room, n),
    unique (room, command)
) without rowid;

create table room (
    id text primary key,
    phase text not null,
    listed integer not null,
    at integer not null,
    summary blob not null,
    keeper text
) without rowid;
create index room_lobby on room (at) where listed = 1;
create index room_phase on room (phase);

create table snapshot (room text primary key, body blob not null) without rowid;
create table draft (room text primary key, n integer not null, seat integer not null, body text not null) without rowid;
create table node (id text primary key, seen integer not null) without rowid;
create table outage (began integer primary key, ended integer not null) without rowid;
