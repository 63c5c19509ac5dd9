import { MessageBar as FluentMessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import styles from './MessageBar.module.css';

export type MessageTone = 'info' | 'success' | 'warning' | 'danger';

const intents = { info: 'info', success: 'success', warning: 'warning', danger: 'error' } as const;

/** A message that stays in its page or card. */
export function MessageBar({ tone, children, action }: { tone: MessageTone; children: ReactNode; action?: ReactNode }) {
  return (
    <FluentMessageBar
      intent={intents[tone]}
      layout="multiline"
      politeness={tone === 'danger' ? 'assertive' : 'polite'}
      role={tone === 'danger' ? 'alert' : 'status'}
      className={styles.message}
      data-message={tone}
    >
      <MessageBarBody>{children}</MessageBarBody>
      {action && <MessageBarActions>{action}</MessageBarActions>}
    </FluentMessageBar>
  );
}
