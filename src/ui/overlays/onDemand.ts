import { type ComponentType, createElement, type ReactNode, useEffect, useSyncExternalStore } from 'react';

/** The code of a component, which loads when it is needed. */
export interface Code<P> {
  /** Undefined until it is here. */
  component(): ComponentType<P> | undefined;
  subscribe(listener: () => void): () => void;
  /** Loads it for a person who waits for it, which is reported. Rejects when that fails; a later attempt may succeed. */
  load(): Promise<void>;
  /** Loads it ahead; a failure is left to the component that needs it. */
  bring(): void;
}

/** A person waits for code, waits no longer, or waited in vain. */
export type Waiting = 'began' | 'ended' | 'lost';
const followers = new Set<(event: Waiting) => void>();
/** Reports code that a person waits for, as there is nothing on screen that could say so. Returns how to end it. */
export function followWaiting(follower: (event: Waiting) => void): () => void {
  followers.add(follower);
  return () => void followers.delete(follower);
}
function report(event: Waiting): void {
  for (const follower of followers) follower(event);
}

export function codeOf<P>(fetchIt: () => Promise<ComponentType<P>>): Code<P> {
  let component: ComponentType<P> | undefined;
  let loading: Promise<void> | undefined;
  const listeners = new Set<() => void>();
  const fetchOnce = () => {
    loading ??= fetchIt().then(
      (loaded) => {
        component = loaded;
        for (const listener of listeners) listener();
      },
      (error) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  return {
    component: () => component,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async load() {
      if (component) return;
      report('began');
      try {
        await fetchOnce();
      } catch (error) {
        report('lost');
        throw error;
      } finally {
        report('ended');
      }
    },
    bring: () => void fetchOnce().catch(() => undefined),
  };
}

/** The component once its code is here. */
export function useCode<P>({ subscribe, component }: Code<P>): ComponentType<P> | undefined {
  return useSyncExternalStore(subscribe, component, component);
}

/**
 * A component that is mounted while it is open, such as a menu: its code loads when it is first mounted, or ahead by
 * `bring`. Unlike `lazily` it suspends nothing: until its code is here, nothing is drawn. A failed load is reported
 * and closes it, so that the next press tries again.
 */
export function onDemand<P extends { onClose?(): void }>(fetchIt: () => Promise<ComponentType<P>>) {
  const code = codeOf(fetchIt);
  return Object.assign(
    (props: P): ReactNode => {
      const component = useCode(code);
      const { onClose } = props;
      useEffect(() => {
        if (!code.component()) code.load().catch(() => onClose?.());
      }, [onClose]);
      return component ? createElement(component, props) : null;
    },
    { bring: code.bring },
  );
}
