/** The path prefix of the server, such as "/games"; empty if the server is at the root of its host. */
export const ROOT = document.querySelector<HTMLMetaElement>('meta[name="root"]')?.content ?? ''

/** The server: '' is the one that this page comes from. On a static site, the address of a server, or 'none'. */
export const SERVER = document.querySelector<HTMLMetaElement>('meta[name="server"]')?.content ?? ''

/** By game: the board that this page uses instead of the game's own; see server/firstpage.py. */
export const BOARDS = JSON.parse(document.querySelector<HTMLMetaElement>('meta[name="boards"]')?.content ?? '{}') as Record<string, Board>

/** A board: the options that differ from the game's own, and all of them as the rules take them. */
export interface Board {
  options: Record<string, number | number[]>
  laid: number[]
}

/** A link within the application. */
export function href(path: string): string {
  return ROOT + path
}
