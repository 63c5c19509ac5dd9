import { CounterBadge, Tab, TabList } from '@fluentui/react-components';
import { type FocusEvent, useRef } from 'react';
import styles from './PanelTabs.module.css';

/** Tabs inside a popover; the focused tab is shown. */
export function PanelTabs({
  items,
  current,
  onPick,
  label,
  panelId,
}: {
  items: readonly { key: string; label: string; name: string; count: number }[];
  current: string;
  onPick(key: string): void;
  label: string;
  /** Id of the panel of the tabs. */
  panelId: string;
}) {
  const isPressed = useRef(false);
  return (
    <TabList
      aria-label={label}
      selectedValue={current}
      selectTabOnFocus
      onPointerDown={() => {
        isPressed.current = true;
      }}
      onTabSelect={(event, { value }) => {
        // A popover that opens focuses its first tab, whichever is shown: the focus goes on to that one.
        const list = event.currentTarget.closest('[role=tablist]');
        const isFromOutside = event.type === 'focus' && !list?.contains((event as FocusEvent).relatedTarget as Node);
        if (isFromOutside && !isPressed.current)
          list?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
        else if (value !== current) onPick(value as string);
        isPressed.current = false;
      }}
    >
      {items.map(({ key, label: word, name, count }) => (
        <Tab key={key} value={key} aria-label={name} aria-controls={panelId}>
          {word}
          {count > 0 && <CounterBadge className={styles.count} size="small" color="informative" count={count} />}
        </Tab>
      ))}
    </TabList>
  );
}
