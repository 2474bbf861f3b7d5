create table row_event (
    room text not null,
    n integer not null,
    seat integer,
    command text not null,
    body blob not null,
    at integer not null,
    primary key (room, n),
    unique (room, command)
);
insert into row_event select room, n, seat, command, body, at from event order by at;
drop table event;
alter table row_event rename to event
