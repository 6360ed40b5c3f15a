/** The path under which the server is reached, such as "/games"; empty if it has the whole host for itself. */
export const ROOT = document.querySelector<HTMLMetaElement>('meta[name="root"]')?.content ?? ''

/** The server: '' is the one that this page comes from, 'none' if there is none, or another one's address. */
export const SERVER = document.querySelector<HTMLMetaElement>('meta[name="server"]')?.content ?? ''

/** A link within the house. */
export function href(path: string): string {
  return ROOT + path
}
