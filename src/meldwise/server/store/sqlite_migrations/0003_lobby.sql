drop index room_lobby;
create index room_lobby on room (at) where listed = 1 and phase not in ('over', 'closed', 'still')
