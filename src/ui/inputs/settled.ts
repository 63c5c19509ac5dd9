import { useEffect, useState } from 'react';

/** What waits until the press that is under way has reached its target; null between presses. */
let waiting: (() => void)[] | null = null;
let isWatching = false;

function watch(page: Document): void {
  if (isWatching) return;
  isWatching = true;
  const release = () => {
    const acts = waiting ?? [];
    waiting = null;
    // After the click, which belongs to the same press.
    if (acts.length > 0) setTimeout(() => acts.forEach((act) => void act()));
  };
  page.addEventListener(
    'mousedown',
    () => {
      waiting = [];
    },
    { capture: true },
  );
  for (const end of ['mouseup', 'dragend']) page.addEventListener(end, release, { capture: true });
}

/**
 * The value, once no press is under way: a message that appears below a field when it loses the focus would move the
 * target of that press away under the finger.
 */
export function useSettled<T>(value: T): T {
  const [settled, settle] = useState(() => value);
  useEffect(() => {
    watch(document);
    const act = () => settle(() => value);
    if (waiting) waiting.push(act);
    else act();
  }, [value]);
  return settled;
}
