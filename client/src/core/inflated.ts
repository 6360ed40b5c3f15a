import { CoreError } from './memory'

/** The content of a file of learned numbers, which is compressed with deflate. */
export async function inflated(packed: BlobPart): Promise<Uint8Array> {
  try {
    const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'))
    return new Uint8Array(await new Response(plain).arrayBuffer())
  } catch {
    throw new CoreError('damaged', 'What the bots have learned is damaged; load it again.')
  }
}
