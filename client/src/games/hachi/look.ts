/** The look of the numbers: colours of a railway poster, and a vehicle for each. */

interface Look {
  main: string
  sun: string
  hill: string
  deep: string
  shade: string
  trim: string
}

const LOOKS: Look[] = [
  { main: '#d99a2b', sun: '#f4cf6e', hill: '#bf7d1c', deep: '#7a4a0c', shade: '#cf8a2a', trim: '#c0432c' },
  { main: '#cf4530', sun: '#f09a6b', hill: '#ab3321', deep: '#661a10', shade: '#e3a13b', trim: '#1f2430' },
  { main: '#2f8f86', sun: '#8fd0bd', hill: '#1f736c', deep: '#0e4742', shade: '#e0b25a', trim: '#cf4530' },
  { main: '#8a4a7d', sun: '#d79bc0', hill: '#6d3563', deep: '#431b3c', shade: '#b98aa9', trim: '#b0402f' },
  { main: '#6a9440', sun: '#c6dc84', hill: '#4f7730', deep: '#2b4716', shade: '#c9503a', trim: '#c9503a' },
  { main: '#3f8ccb', sun: '#a5d6f2', hill: '#2b6ea8', deep: '#143f68', shade: '#e0862f', trim: '#e07b2a' },
  { main: '#585f70', sun: '#a9aeba', hill: '#434a5a', deep: '#1f2430', shade: '#c9a25a', trim: '#c0432c' },
  { main: '#23438f', sun: '#e8503a', hill: '#1a3270', deep: '#0e1c45', shade: '#b9c4dc', trim: '#2f6fc4' },
]

/** The colours of a number as CSS variables. */
export function colours(number: number): string {
  const look = LOOKS[number - 1] ?? LOOKS[0]
  return Object.entries(look ?? {})
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';')
}

/** The names on the posters, in Japanese. They are decoration, not interface. */
export const STOCK = ['', 'トロッコ', '石炭車', 'タンク車', '有蓋車', '路面電車', '通勤電車', '機関車', '新幹線']
export const KANJI = '〇一二三四五六七八'

/** Grid columns for cards in a row: side by side if there is space, otherwise overlapping, with the last one in front. */
export function overlapping(count: number, card: string, apart: number): string {
  const covered = count > 1 ? `repeat(${count - 1}, minmax(0, calc(${card} * ${apart}))) ` : ''
  return `grid-template-columns: ${covered}${card}`
}
