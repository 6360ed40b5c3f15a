/** Saves a text as a file. */
export function saveFile(text: string, name: string, type = 'text/plain'): void {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(new Blob([text], { type })), download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
