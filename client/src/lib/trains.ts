/** The six train colours. Each also has a letter and a pattern, so that nothing depends on colour alone. */

export const COLOURS = ['red', 'orange', 'yellow', 'green', 'blue', 'purple'] as const
export type Colour = (typeof COLOURS)[number]

/** Patterns drawn by Patterns.svelte as `url(#pattern-waves)` …, in the ink of --train-COLOUR-on. */
export const PATTERNS: Record<Colour, string> = {
  red: 'waves',
  orange: 'rings',
  yellow: 'stripes',
  green: 'chevrons',
  blue: 'dots',
  purple: 'checks',
}

export const LETTERS: Record<Colour, string> = { red: 'R', orange: 'O', yellow: 'Y', green: 'G', blue: 'B', purple: 'P' }
