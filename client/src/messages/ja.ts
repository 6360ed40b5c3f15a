import hachi from './ja/hachi.json'
import miyajima from './ja/miyajima.json'
import runaway from './ja/runaway.json'
import shell from './ja/shell.json'

export const ja: Record<string, string> = { ...shell, ...miyajima, ...hachi, ...runaway }
