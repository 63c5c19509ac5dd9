import { type ComponentType, createElement, type ReactNode, useEffect, useSyncExternalStore } from 'react';

/** The code of a component, which loads when it is needed. */
export interface Code<P> {
  /** Undefined until it is here. */
  component(): ComponentType<P> | undefined;
  subscribe(listener: () => void): () => void;
  /** Rejects when it could not be loaded; a later attempt may succeed. */
  load(): Promise<void>;
  /** Loads it ahead; a failure is left to the component that needs it. */
  bring(): void;
}

export function codeOf<P>(fetchIt: () => Promise<ComponentType<P>>): Code<P> {
  let component: ComponentType<P> | undefined;
  let loading: Promise<void> | undefined;
  const listeners = new Set<() => void>();
  const load = () => {
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
    load,
    bring: () => void load().catch(() => undefined),
  };
}

/** The component once its code is here. */
export function useCode<P>({ subscribe, component }: Code<P>): ComponentType<P> | undefined {
  return useSyncExternalStore(subscribe, component, component);
}

/**
 * A component that is mounted while it is open, such as a menu: its code loads when it is first mounted, or ahead by
 * `bring`. Unlike `lazily` it suspends nothing: until its code is here, nothing is drawn. A failed load closes it, so
 * that the next press tries again.
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
