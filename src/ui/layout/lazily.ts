import { type ComponentProps, type ComponentType, createElement, lazy, type ReactNode, useState } from 'react';

/** What has those parts begin anew whose code could not be loaded. */
const lost = new Set<() => void>();

/**
 * React's `lazy`, for lines that fail now and then: React remembers a failed load for good, and the part would be gone
 * until the whole page is begun anew. Here it is loaded again when it is drawn after its failure has been shown.
 *
 * `bring` loads the code ahead, when a hand is near. A part whose code is here is drawn at once: after a fallback, even
 * one that draws nothing, React holds back what follows for up to 300 ms.
 */
export function lazily<T extends ComponentType<any>>(load: () => Promise<{ default: T }>) {
  let here: T | undefined;
  const bringPart = async () => {
    const loaded = await load();
    here = loaded.default;
    return loaded;
  };
  const begin = () =>
    lazy(() =>
      bringPart().catch((error): never => {
        lost.add(beginAnew);
        throw error;
      }),
    );
  let part = begin();
  const beginAnew = () => {
    part = begin();
  };
  return Object.assign(
    (props: ComponentProps<T>): ReactNode => {
      // The same one for as long as it is on screen: another would begin with another state.
      const [drawn] = useState(() => here);
      return createElement(drawn ?? part, props);
    },
    { bring: () => void bringPart().catch(() => undefined) }, // a failure is told by the one who waits for it
  );
}

/** For whoever shows the failure, and not before it is shown: what is drawn meanwhile would be loaded without an end. */
export function forgetLost(): void {
  for (const beginAnew of lost) beginAnew();
  lost.clear();
}
