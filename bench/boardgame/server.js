// boardgame.io with a game that does the same work as ours but for the rules: tiles are drawn and laid, racks and the
// pool are secret, every move is seen by all four. `node server.js DEALS` prints the port it listens on.
'use strict';

const { readFileSync } = require('node:fs');
const { createServer } = require('node:net');
const { PlayerView } = require('boardgame.io/core');
const { Server } = require('boardgame.io/server');

const deals = JSON.parse(readFileSync(process.argv[2], 'utf8'));

// A game as it begins: what one seat alone may know stands under its number in `players`, what nobody may in `secret`.
function dealt(starter) {
  const { racks, pool } = deals[starter];
  const players = Object.fromEntries(racks.map((rack, seat) => [seat, { rack: [...rack] }]));
  return { players, secret: { pool: [...pool] }, table: [], counts: racks.map((rack) => rack.length), pool: pool.length };
}

const tiles = {
  name: 'tiles',
  setup: () => dealt(0),
  playerView: PlayerView.STRIP_SECRETS,
  disableUndo: true,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    draw({ G, playerID }) {
      const { rack } = G.players[playerID];
      rack.push(G.secret.pool.shift());
      G.counts[playerID] = rack.length;
      G.pool -= 1;
    },
    play({ G, playerID }, laid, table) {
      const { rack } = G.players[playerID];
      for (const tile of laid) rack.splice(rack.indexOf(tile), 1);
      G.counts[playerID] = rack.length;
      G.table = table;
    },
    pass() {},
    deal({ ctx, playerID }) {
      return dealt((Number(playerID) + 1) % ctx.numPlayers);
    },
  },
};

const server = Server({ games: [tiles], origins: [] });

// The lobby has a port of its own, which must be named beforehand.
const probe = createServer().listen(0, () => {
  const apiPort = probe.address().port;
  probe.close(async () => {
    const { appServer } = await server.run({ port: 0, lobbyConfig: { apiPort } });
    console.log(`lobby at port ${apiPort}, listening at port ${appServer.address().port}`);
  });
});
