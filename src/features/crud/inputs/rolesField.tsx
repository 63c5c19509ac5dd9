import type { ReactNode } from 'react';
import { FormField } from '../../../ui/inputs/fields';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import styles from './rolesField.module.css';

/** A note about the combined roles of a user. */
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
  /** Input for the roles. */
  children: ReactNode;
}

/** The roles of users, with a note about the chosen ones. */
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
