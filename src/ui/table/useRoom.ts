import { useSyncExternalStore } from 'react';

/** On a phone a row is the item of a list; on a narrow screen its actions are in a menu. */
export type Room = 'phone' | 'narrow' | 'wide';

/** The same widths as in the style sheets. Without `matchMedia`, as on a server, the room is wide. */
const queries =
  typeof matchMedia === 'function'
    ? { phone: matchMedia('(max-width: 767px)'), narrow: matchMedia('(max-width: 1199px)') }
    : undefined;

function subscribe(onChange: () => void) {
  const all = Object.values(queries ?? {});
  for (const query of all) query.addEventListener('change', onChange);
  return () => {
    for (const query of all) query.removeEventListener('change', onChange);
  };
}
function roomNow(): Room {
  return queries?.phone.matches ? 'phone' : queries?.narrow.matches ? 'narrow' : 'wide';
}

/** The room of the window for a table. */
export function useRoom(): Room {
  return useSyncExternalStore(subscribe, roomNow, () => 'wide');
}
