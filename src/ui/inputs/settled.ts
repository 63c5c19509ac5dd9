import { useFluent } from '@fluentui/react-components';
import { useEffect, useState } from 'react';

/** What waits in a page until the press that is under way has reached its target; null between presses. */
const presses = new WeakMap<Document, { waiting: (() => void)[] | null }>();

function pressOf(page: Document) {
  const known = presses.get(page);
  if (known) return known;
  const press: { waiting: (() => void)[] | null } = { waiting: null };
  presses.set(page, press);
  const begin = () => {
    press.waiting = [];
  };
  const end = () => {
    const acts = press.waiting ?? [];
    press.waiting = null;
    // After the click, which belongs to the same press.
    if (acts.length > 0) page.defaultView?.setTimeout(() => acts.forEach((act) => void act()));
  };
  page.addEventListener('mousedown', begin, { capture: true });
  for (const type of ['mouseup', 'dragend']) page.addEventListener(type, end, { capture: true });
  return press;
}

/**
 * The value, once no press is under way: a message that appears below a field when it loses the focus would move the
 * target of that press away under the finger.
 */
export function useSettled<T>(value: T): T {
  const { targetDocument: page } = useFluent();
  const [settled, settle] = useState(() => value);
  useEffect(() => {
    const press = page && pressOf(page);
    const act = () => settle(() => value);
    if (press?.waiting) press.waiting.push(act);
    else act();
  }, [value, page]);
  return settled;
}
