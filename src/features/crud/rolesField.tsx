import type { ReactNode } from 'react';
import { FormField } from '../../ui/inputs/fields';
import { MessageBar } from '../../ui/overlays/messages';
import styles from './rolesField.module.css';

/** What is to be known about roles that somebody has together. */
export function RoleWarnings({ texts }: { texts: readonly string[] }) {
  return (
    <div role="status" className={styles.warnings}>
      {texts.map((text) => (
        <MessageBar key={text} tone="warning">
          {text}
        </MessageBar>
      ))}
    </div>
  );
}

export interface RolesFieldProps {
  label: string;
  help?: string;
  problem?: string | undefined;
  warnings: readonly string[];
  /** What the roles are chosen with. */
  children: ReactNode;
}

/** The roles that people are to have, and what is to be known about those that are chosen. */
export function RolesField({ label, help, problem, warnings, children }: RolesFieldProps) {
  return (
    <div>
      <FormField label={label} layout="above" required {...(help ? { help } : {})} {...(problem ? { problem } : {})}>
        {children}
      </FormField>
      <RoleWarnings texts={warnings} />
    </div>
  );
}
