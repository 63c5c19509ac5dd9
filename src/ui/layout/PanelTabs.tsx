import { CounterBadge, Tab, TabList } from '@fluentui/react-components';
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
  return (
    <TabList
      aria-label={label}
      selectedValue={current}
      selectTabOnFocus
      onTabSelect={(_, { value }) => onPick(value as string)}
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
