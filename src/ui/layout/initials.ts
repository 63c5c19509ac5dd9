/** Last characters of job titles, whose first characters tell them apart. */
const isJob = /[员师长理者人]$/;

/**
 * At most two letters in place of a person's picture: 管理 for 管理员, 予墨 for 林予墨, WL for Wang Lei.
 */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = ''] = words;
  if (/^[\p{ASCII}\u00c0-\u024f]/u.test(first))
    return [first, ...(words.length > 1 ? [words.at(-1) ?? ''] : [])]
      .map((word) => [...word][0]?.toUpperCase() ?? '')
      .join('');
  const letters = [...words.join('')];
  return letters.length > 2 && isJob.test(name) ? letters.slice(0, 2).join('') : letters.slice(-2).join('');
}
