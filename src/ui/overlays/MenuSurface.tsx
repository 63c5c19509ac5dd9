import {
  Menu,
  MenuDivider,
  MenuItem,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  type MenuProps,
} from '@fluentui/react-components';
import { Fragment, useId } from 'react';
import { Icon } from '../icons/Icon';
import { below, focusOpener } from './focus';
import styles from './MenuSurface.module.css';
import type { ListProps, MenuBelowProps, MenuEntry, MenuGroup } from './menus';

/** The chosen radio entries; all of them share one name. */
function checkedOf(groups: readonly MenuGroup[]) {
  return { one: groups.flatMap(({ entries }) => entries.filter(({ isOn }) => isOn).map(({ key }) => key)) };
}

function Entries({ groups, facts = [], label, before }: ListProps) {
  const factsId = useId();
  const entry = ({ key, label: word, icon, isOff = false, isOn, act, ...more }: MenuEntry) => {
    const shared = {
      ...more,
      icon: icon && <Icon name={icon} />,
      disabled: isOff,
      children: word,
      onClick() {
        before?.();
        act();
      },
    };
    return isOn === undefined ? (
      <MenuItem key={key} {...shared} />
    ) : (
      <MenuItemRadio key={key} name="one" value={key} {...shared} />
    );
  };
  return (
    <MenuPopover className={styles.popover}>
      {facts.length > 0 && (
        <dl id={factsId} className={styles.facts}>
          {facts.map(({ key, label: word, value }) => (
            <div key={key}>
              <dt>{word}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <MenuList
        {...(facts.length > 0 ? { 'aria-describedby': factsId } : {})}
        {...(label ? { 'aria-label': label } : {})}
      >
        {groups.map(({ key, entries, only, hasLine }) => (
          <Fragment key={key}>
            <div className={only && styles[only]}>{entries.map(entry)}</div>
            {hasLine && <MenuDivider className={only && styles[only]} />}
          </Fragment>
        ))}
      </MenuList>
    </MenuPopover>
  );
}

/** `MenuBelow` itself, with the code of Fluent's menu. */
export function MenuSurface({
  groups,
  facts,
  opener,
  at,
  align = 'start',
  label,
  isInline = false,
  onClose,
}: MenuBelowProps) {
  const close: MenuProps['onOpenChange'] = (event, { open }) => {
    // The opener handles its own clicks.
    if (open || opener.contains(event.target as Node | null)) return;
    onClose();
    focusOpener(opener);
  };
  const target = at ? { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) } : opener;
  return (
    <Menu
      open
      inline={isInline}
      checkedValues={checkedOf(groups)}
      onOpenChange={close}
      positioning={{ ...below, align, target }}
    >
      <Entries
        groups={groups}
        facts={facts}
        label={label ?? opener.getAttribute('aria-label') ?? opener.textContent}
        before={() => opener.focus()}
      />
    </Menu>
  );
}
