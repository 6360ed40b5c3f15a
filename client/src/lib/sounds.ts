/** Short synthesised sounds. There are none until the player asks for them. */

import { settings } from './settings.svelte'

export type Sound = keyof typeof SCORE
type Note = { at: number; hz: number; to?: number; long: number; loud: number; shape: OscillatorType | 'noise' }

const SCORE = {
  turn: [
    { at: 0, hz: 659, long: 0.16, loud: 0.12, shape: 'sine' },
    { at: 0.11, hz: 880, long: 0.3, loud: 0.12, shape: 'sine' },
  ],
  move: [{ at: 0, hz: 330, long: 0.1, loud: 0.07, shape: 'triangle' }],
  dice: [0, 0.07, 0.13, 0.21, 0.32].map((at) => ({ at, hz: 1500 - at * 1500, long: 0.04, loud: 0.16, shape: 'noise' as const })),
  card: [{ at: 0, hz: 3800, long: 0.07, loud: 0.1, shape: 'noise' }],
  slip: [{ at: 0, hz: 5200, long: 0.12, loud: 0.05, shape: 'noise' }],
  pass: [{ at: 0, hz: 392, to: 330, long: 0.16, loud: 0.06, shape: 'triangle' }],
  // A crate set down in a wagon.
  load: [
    { at: 0, hz: 500, long: 0.05, loud: 0.16, shape: 'noise' },
    { at: 0.02, hz: 130, to: 85, long: 0.16, loud: 0.16, shape: 'triangle' },
  ],
  reveal: [0, 0.05, 0.1].map((at) => ({ at, hz: 2800 + at * 12000, long: 0.07, loud: 0.11, shape: 'noise' as const })),
  toss: [{ at: 0, hz: 320, to: 760, long: 0.28, loud: 0.07, shape: 'sine' }],
  plunge: [
    { at: 0, hz: 700, to: 60, long: 1.9, loud: 0.1, shape: 'sawtooth' },
    { at: 1.8, hz: 400, long: 0.9, loud: 0.3, shape: 'noise' },
  ],
  lock: [{ at: 0, hz: 220, to: 160, long: 0.09, loud: 0.14, shape: 'square' }],
  tick: [{ at: 0, hz: 1046, long: 0.06, loud: 0.12, shape: 'sine' }],
  brake: [{ at: 0, hz: 2600, to: 1700, long: 0.7, loud: 0.06, shape: 'sawtooth' }],
  chat: [{ at: 0, hz: 784, long: 0.09, loud: 0.06, shape: 'sine' }],
  // A station's departure melody.
  start: [523, 659, 784, 1046, 784, 1046].map((hz, i) => ({ at: i * 0.13, hz, long: 0.3, loud: 0.09, shape: 'sine' as const })),
  over: [784, 659, 523, 659, 784, 1046].map((hz, i) => ({ at: i * 0.17, hz, long: 0.4, loud: 0.1, shape: 'sine' as const })),
  win: [523, 659, 784, 1046, 1318, 1568, 2093].map((hz, i) => ({ at: i * 0.11, hz, long: 0.6, loud: 0.09, shape: 'triangle' as const })),
} satisfies Record<string, Note[]>

const LATE = 300 // ms after which a sound is no longer played
let context: AudioContext | null = null

export function play(sound: Sound, after = 0): void {
  if (!settings.sound || settings.volume <= 0 || typeof AudioContext === 'undefined') return
  const [audio, asked] = [(context ??= new AudioContext()), performance.now()]
  // Browsers allow sounds after the first tap on the page. Sounds of the time before would all be heard together then.
  const strikeAll = () => {
    if (performance.now() - asked > LATE) return
    for (const note of SCORE[sound] as Note[]) strike(audio, { ...note, at: note.at + after, loud: note.loud * settings.volume })
  }
  if (audio.state === 'running') strikeAll()
  else audio.resume().then(strikeAll, () => undefined)
}

function strike(audio: AudioContext, note: Note): void {
  const begin = audio.currentTime + note.at
  const gain = audio.createGain()
  gain.gain.setValueAtTime(0, begin)
  gain.gain.linearRampToValueAtTime(note.loud, begin + 0.008)
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + note.long)
  gain.connect(audio.destination)
  if (note.shape === 'noise') {
    const source = audio.createBufferSource()
    const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * note.long), audio.sampleRate)
    const wave = buffer.getChannelData(0)
    for (let i = 0; i < wave.length; i++) wave[i] = Math.random() * 2 - 1
    const filter = audio.createBiquadFilter()
    filter.type = 'bandpass'
    filter.frequency.value = note.hz
    source.buffer = buffer
    source.connect(filter).connect(gain)
    source.start(begin)
    return
  }
  const source = audio.createOscillator()
  source.type = note.shape
  source.frequency.setValueAtTime(note.hz, begin)
  if (note.to) source.frequency.exponentialRampToValueAtTime(note.to, begin + note.long)
  source.connect(gain)
  source.start(begin)
  source.stop(begin + note.long + 0.02)
}
