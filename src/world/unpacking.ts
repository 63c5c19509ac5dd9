/** What was packed to be sent. Anyone may have made it, so it costs the browser that shows it, within bounds. */

/** A tape is repetitive text; no legitimate one is longer. */
const mostUnpacked = 24 * 1024 * 1024;

/** The text of gzip as base64; null where it is damaged, or longer than it may be. */
export async function unpack(packed: string): Promise<string | null> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  try {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
    for (let left = mostUnpacked; ; ) {
      const { done, value } = await reader.read();
      if (done) return await new Blob(parts).text();
      left -= value.length;
      parts.push(value);
      if (left >= 0) continue;
      await reader.cancel();
      return null;
    }
  } catch {
    return null;
  }
}
