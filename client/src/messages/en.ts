import hachi from './en/hachi.json'
import miyajima from './en/miyajima.json'
import runaway from './en/runaway.json'
import shell from './en/shell.json'

export const en = { ...shell, ...miyajima, ...hachi, ...runaway }
export type Key = keyof typeof en
