// A roll-and-write game for two, about as much work as Fast Train to Miyajima: choose a die, roll it, load in secret.
// node server.js PORT            keeps matches in memory
// node server.js PORT FOLDER     keeps them on disk, with boardgame.io's FlatFile
const { Server, FlatFile, Origins } = require("boardgame.io/server");
const { PlayerView } = require("boardgame.io/core");

const CARS = 6;
const MIX = [[0, 1, 5], [1, 2, 3], [5, 3, 4]]; // the colour of two dice; of one, on the diagonal

const train = () => ({ cars: 0, sum: 0, score: 0 });
const sheet = () => Array.from({ length: 6 }, () => ({ fast: train(), heavy: train(), adheres: false }));

function open(G, player) {
  const rolled = [0, 1, 2].filter((die) => G.faces[die]);
  const colours = rolled.map((other) => MIX[G.die][other]);
  return colours.filter((colour) => G.sheets[player][colour].fast.cars < CARS && G.sheets[player][colour].heavy.cars < CARS);
}

function score(pair) {
  const { fast, heavy } = pair;
  pair.adheres = fast.cars * 12 > heavy.cars * 11 && heavy.sum > fast.sum;
  fast.score = pair.adheres ? fast.sum : fast.cars;
  heavy.score = pair.adheres ? heavy.cars * heavy.cars : heavy.cars;
}

function roll({ G, ctx, events, random }, die) {
  if (G.phase !== "choose" || G.faces[die]) return "INVALID_MOVE";
  G.die = die;
  G.faces[die] = random.D6();
  G.story.push(`Seat ${ctx.currentPlayer} takes die ${die}; it shows ${G.faces[die]}.`);
  call(G, events, random);
}

function call(G, events, random) {
  const able = ["0", "1"].filter((player) => open(G, player).length);
  if (!able.length) return next(G, events, random);
  G.phase = "load";
  G.awaited = able;
  events.setActivePlayers({ value: Object.fromEntries(able.map((player) => [player, "load"])) });
}

function load({ G, playerID, events, random }, colour, kind) {
  if (!G.awaited.includes(playerID) || !open(G, playerID).includes(colour)) return "INVALID_MOVE";
  G.players[playerID] = { colour, kind };
  G.awaited = G.awaited.filter((player) => player !== playerID);
  if (G.awaited.length) return;
  G.story = [];
  for (const player of ["0", "1"]) {
    const chosen = G.players[player];
    if (!chosen) continue;
    const pair = G.sheets[player][chosen.colour];
    const other = [0, 1, 2].find((die) => MIX[G.die][die] === chosen.colour);
    const cargo = G.faces[G.die] + (other === G.die ? 0 : G.faces[other]);
    pair[chosen.kind].cars += 1;
    pair[chosen.kind].sum += cargo;
    score(pair);
    if (pair[chosen.kind].cars === CARS && !G.reached.includes(chosen.colour)) G.reached.push(chosen.colour);
    G.story.push(`Seat ${player} loads ${cargo} into the ${chosen.kind} train ${chosen.colour}.`);
    G.players[player] = null;
  }
  next(G, events, random);
}

function next(G, events, random) {
  const left = [0, 1, 2].filter((die) => !G.faces[die]);
  G.phase = "choose";
  if (left.length === 1) {
    G.die = left[0]; // the third die is what is left
    G.faces[G.die] = random.D6();
    call(G, events, random);
  } else if (left.length) {
    events.setActivePlayers({ currentPlayer: "choose" });
  } else if (G.reached.length >= 3) {
    events.endGame({ reached: [...G.reached] }); // a draft of immer is revoked after the move
  } else {
    G.faces = [0, 0, 0];
    G.round += 1;
    events.endTurn();
  }
}

const game = {
  name: "loading",
  setup: () => ({
    phase: "choose", die: 0, faces: [0, 0, 0], round: 1, reached: [], awaited: [], story: [],
    sheets: { 0: sheet(), 1: sheet() }, players: { 0: null, 1: null },
  }),
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  playerView: PlayerView.STRIP_SECRETS,
  turn: {
    activePlayers: { currentPlayer: "choose" },
    stages: {
      choose: { moves: { roll } },
      load: { moves: { load: { move: load, ignoreStaleStateID: true } } },
    },
  },
};

const [port, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder }) : undefined;
Server({ games: [game], db, origins: [Origins.LOCALHOST] }).run({ port: Number(port), callback: () => console.log("ready") });
