import type { ReactNode } from 'react';
import { arrange } from '../layout/arrange';

/** A read-only value in place of a control; long text wraps. */
export function Output({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <output id={id} className={`${arrange.column} ${arrange.well}`}>
      {children}
    </output>
  );
}
