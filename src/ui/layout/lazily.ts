import { type ComponentProps, type ComponentType, createElement, lazy, type ReactNode, useState } from 'react';

/** Resets the parts whose code failed to load. */
const failed = new Set<() => void>();

/**
 * React's `lazy` with a retry: React keeps a failed load until the page is reloaded, here the part loads again when it is
 * drawn after `forgetLost`.
 *
 * `bring` loads the code ahead. A part whose code is loaded renders without a fallback, after which React would delay the
 * content by up to 300 ms.
 */
export function lazily<T extends ComponentType<any>>(load: () => Promise<{ default: T }>) {
  let component: T | undefined;
  const bringPart = async () => {
    const loaded = await load();
    component = loaded.default;
    return loaded;
  };
  const begin = () =>
    lazy(() =>
      bringPart().catch((error): never => {
        failed.add(beginAnew);
        throw error;
      }),
    );
  let part = begin();
  const beginAnew = () => {
    part = begin();
  };
  return Object.assign(
    (props: ComponentProps<T>): ReactNode => {
      // A change of the component would reset the state of the part.
      const [drawn] = useState(() => component);
      return createElement(drawn ?? part, props);
    },
    { bring: () => void bringPart().catch(() => undefined) }, // the part that is drawn reports a failure
  );
}

/** Lets failed parts load again. Called after the failure is shown, because an earlier call would load without end. */
export function forgetLost(): void {
  for (const beginAnew of failed) beginAnew();
  failed.clear();
}
