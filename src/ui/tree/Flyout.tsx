import { usePositioning } from '@fluentui/react-components';
import type { ReactNode } from 'react';

export interface FlyoutProps {
  className: string | undefined;
  label: string;
  children: ReactNode;
  onClose?(): void;
}

/** A list beside the element before it. */
export function Flyout({ className, label, children }: FlyoutProps) {
  const { targetRef, containerRef } = usePositioning({ position: 'after', align: 'top', strategy: 'fixed', offset: 4 });
  const place = (list: HTMLElement | null) => {
    targetRef.current = list?.previousElementSibling as HTMLElement | null;
    containerRef.current = list;
  };
  return (
    <ul ref={place} className={className} aria-label={label}>
      {children}
    </ul>
  );
}
