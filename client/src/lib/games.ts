/** The three games as the shell knows them: names and how many may play. Everything else is the server's. */

export const GAMES = ['miyajima', 'hachi', 'runaway'] as const
export type GameName = (typeof GAMES)[number]

export const SEATS: Record<GameName, { least: number; most: number; usual: number }> = {
  miyajima: { least: 1, most: 8, usual: 3 },
  hachi: { least: 3, most: 5, usual: 4 },
  runaway: { least: 3, most: 6, usual: 4 },
}

export function isGame(name: string | undefined): name is GameName {
  return GAMES.includes(name as GameName)
}
