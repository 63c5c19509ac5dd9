import {
  Menu,
  MenuDivider,
  MenuItem,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Popover,
  PopoverSurface,
  PopoverTrigger,
} from '@fluentui/react-components';
import { createElement, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { Language } from '../../contract/kit';
import { findFeature } from '../features/registry';
import { Button, IconButton, type IconButtonProps } from '../look/buttons';
import { Icon } from '../look/Icon';
import { seedOf, themes } from '../look/theme';
import { Swatch, TopBar, TopMenu, TopSeparator, UserBadge } from '../look/topbar';
import { features } from '../store/features';
import { feedback } from '../store/feedback';
import { inbox } from '../store/inbox';
import { lock } from '../store/lock';
import { log } from '../store/log';
import { look } from '../store/look';
import { menu, menuLabel } from '../store/menu';
import { type Panel, panel, panelsName } from '../store/panel';
import { dashboardPath, route } from '../store/route';
import { session } from '../store/session';
import { settings } from '../store/settings';
import { MenuFinder } from './MenuFinder';

/** The badge of the log counts no further. */
const mostLogs = 99;
const languages: readonly { key: Language; name: string }[] = [
  { key: 'zh', name: '中文' },
  { key: 'en', name: 'English' },
];

/** The bar above everything. */
export const TopBarScreen = () => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const isFolded = useSelector(look.selectors.isNavFolded);
  return (
    <TopBar
      start={
        <IconButton
          icon={isFolded ? 'panel-left-expand' : 'panel-left-contract'}
          label={t(isFolded ? 'frame.expand' : 'frame.collapse')}
          aria-expanded={!isFolded}
          onClick={() => dispatch(look.actions.toggleNav())}
        />
      }
      menu={<FirstLevel />}
      search={<MenuFinder variant="field" />}
      end={
        <>
          <Looks />
          <TopSeparator />
          <Logs />
          <Bell />
          <Languages />
          <TopSeparator />
          <Person />
        </>
      }
    />
  );
};

const useFirstLevel = () => {
  const { t } = useTranslation();
  const language = useSelector(look.selectors.language);
  const tops = useSelector(menu.selectors.tops);
  return [
    { key: '', label: t('bar.home'), icon: 'home' as const },
    ...tops.map((top) => ({ key: top.id, label: menuLabel(top)[language] })),
  ];
};

/** Home and the first menu level; where the bar is narrow the current one and a way to the others. */
const FirstLevel = () => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const items = useFirstLevel();
  const current = useSelector(menu.selectors.top);
  const pick = (key: string) => dispatch(menu.actions.pickTop(key));
  return (
    <TopMenu
      label={t('bar.top')}
      items={items}
      current={current}
      onPick={pick}
      {...(items.length > 1
        ? {
            more: (
              <Menu inline checkedValues={{ top: [current] }}>
                <MenuTrigger disableButtonEnhancement>
                  <IconButton icon="chevron-down" size="small" label={t('bar.moreTops')} />
                </MenuTrigger>
                <MenuPopover>
                  <MenuList>
                    {items.map(({ key, label }) => (
                      <MenuItemRadio key={key} name="top" value={key} onClick={() => pick(key)}>
                        {label}
                      </MenuItemRadio>
                    ))}
                  </MenuList>
                </MenuPopover>
              </Menu>
            ),
          }
        : {})}
    />
  );
};

/** A button of the bar with what opens below it. */
const PanelButton = ({ name, children, ...button }: IconButtonProps & { name: Panel }) => {
  const dispatch = useDispatch();
  const isShown = useSelector(panel.selectors.shown) === name;
  const isReady = useSelector((state: never) => features.selectors.isReady(state, panelsName));
  const question = useSelector(feedback.selectors.question);
  const content = isReady ? findFeature(panelsName)?.pages[name] : undefined;
  return (
    <Popover
      open={isShown && isReady}
      // A click on a question above it is none beside it.
      onOpenChange={(_, { open }) => !question && dispatch(open ? panel.actions.show(name) : panel.actions.hide())}
      positioning={{ position: 'below', align: 'end', overflowBoundaryPadding: 8 }}
      trapFocus
    >
      <PopoverTrigger disableButtonEnhancement>
        <IconButton {...button}>{children}</IconButton>
      </PopoverTrigger>
      <PopoverSurface className="panel" aria-label={button.label}>
        {content ? createElement(content) : null}
      </PopoverSurface>
    </Popover>
  );
};

/** What changes the looks, and what hides the screen. On a phone all of it is in the person's menu. */
const Looks = () => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { theme, mode, accent, language, isFullScreen } = useSelector(look.selectors.all);
  const name = (themes.find(({ key }) => key === theme) ?? themes[0]!).name[language];
  return (
    <>
      <PanelButton
        name="colour"
        className="wide-only"
        icon="color"
        label={t('bar.colourNow', { hex: seedOf(theme, accent).toUpperCase() })}
      >
        <Swatch />
      </PanelButton>
      <IconButton
        className="wide-only"
        icon="paint-brush"
        label={t('bar.themeNow', { name })}
        aria-haspopup="dialog"
        onClick={() => dispatch(panel.actions.show('theme'))}
      />
      <IconButton
        className="wide-only"
        icon={mode === 'light' ? 'moon' : 'sun'}
        label={t(mode === 'light' ? 'frame.toDark' : 'frame.toLight')}
        onClick={() => dispatch(look.actions.shine(mode === 'light' ? 'dark' : 'light'))}
      />
      <IconButton
        className="wide-only"
        icon="lock-closed"
        label={t('bar.lock')}
        aria-haspopup="dialog"
        onClick={() => dispatch(lock.actions.lockScreen())}
      />
      <IconButton
        className="wide-only"
        icon={isFullScreen ? 'full-screen-minimize' : 'full-screen-maximize'}
        label={t(isFullScreen ? 'bar.unfill' : 'bar.fill')}
        onClick={() => dispatch(look.actions.fill(!isFullScreen))}
      />
    </>
  );
};

/** Errors of this browser; there is no button while there are none. */
const Logs = () => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const count = useSelector(log.selectors.entries).length;
  if (count === 0) return null;
  return (
    <IconButton
      className="wide-only"
      icon="bug"
      label={t('bar.logs', { count })}
      badge={Math.min(count, mostLogs)}
      badgeTone="quiet"
      aria-haspopup="dialog"
      onClick={() => dispatch(panel.actions.show('logs'))}
    />
  );
};

const Bell = () => {
  const { t } = useTranslation();
  const count = useSelector(inbox.selectors.unreadSum);
  return (
    <PanelButton
      name="inbox"
      icon="alert"
      label={count > 0 ? t('bar.bellUnread', { count }) : t('bar.bell')}
      badge={count}
    />
  );
};

/** The language in use cannot be chosen again. */
const useLanguageItems = (): ReactElement[] => {
  const dispatch = useDispatch();
  const language = useSelector(look.selectors.language);
  return languages.map(({ key, name }) => (
    <MenuItem
      key={key}
      lang={key === 'zh' ? 'zh-CN' : 'en'}
      disabled={key === language}
      onClick={() => dispatch(look.actions.speak(key))}
    >
      {name}
    </MenuItem>
  ));
};

const Languages = () => {
  const { t } = useTranslation();
  const items = useLanguageItems();
  return (
    <Menu inline>
      <MenuTrigger disableButtonEnhancement>
        <IconButton className="wide-only" icon="local-language" label={t('frame.language')} />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>{items}</MenuList>
      </MenuPopover>
    </Menu>
  );
};

/** The person's own things; on a phone also what the bar has no room for. */
const Person = () => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const user = useSelector(session.selectors.user);
  const { switchMode } = useSelector(settings.selectors.all);
  const { mode, isFullScreen } = useSelector(look.selectors.all);
  const hasLogs = useSelector(log.selectors.entries).length > 0;
  const items = useLanguageItems();
  const tops = useFirstLevel();
  const show = (name: Panel) => () => dispatch(panel.actions.show(name));
  const go = (address: string) => () => dispatch(route.actions.go(address));
  // Some pages are open to everybody: there the way in stands where the person's own things would.
  if (!user)
    return (
      <Button size="small" onClick={go('/login')}>
        {t('lock.signIn')}
      </Button>
    );
  const name = user.realName;
  return (
    <Menu inline>
      <MenuTrigger disableButtonEnhancement>
        <UserBadge
          name={name}
          note={user.businessUserCode || user.account}
          initials={name.slice(-2)}
          {...(user.avatar ? { picture: user.avatar } : {})}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem icon={<Icon name="data-pie" />} onClick={go(dashboardPath)}>
            {t('bar.dashboard')}
          </MenuItem>
          <MenuItem icon={<Icon name="person" />} onClick={go('/info/index')}>
            {t('bar.profile')}
          </MenuItem>
          {switchMode && (
            <MenuItem icon={<Icon name="arrow-swap" />} onClick={show('switcher')}>
              {t('bar.switcher')}
            </MenuItem>
          )}
          <div className="narrow-only">
            <MenuDivider />
            {tops.length > 1 &&
              tops.map(({ key, label }) => (
                <MenuItem
                  key={key}
                  icon={<Icon name={key === '' ? 'home' : 'apps'} />}
                  onClick={() => dispatch(menu.actions.pickTop(key))}
                >
                  {label}
                </MenuItem>
              ))}
            {tops.length > 1 && <MenuDivider />}
            <MenuItem icon={<Icon name="color" />} onClick={show('theme')}>
              {t('bar.colour')}
            </MenuItem>
            <MenuItem icon={<Icon name="paint-brush" />} onClick={show('theme')}>
              {t('bar.theme')}
            </MenuItem>
            <MenuItem
              icon={<Icon name={mode === 'light' ? 'moon' : 'sun'} />}
              onClick={() => dispatch(look.actions.shine(mode === 'light' ? 'dark' : 'light'))}
            >
              {t(mode === 'light' ? 'frame.toDark' : 'frame.toLight')}
            </MenuItem>
            <MenuItem icon={<Icon name="lock-closed" />} onClick={() => dispatch(lock.actions.lockScreen())}>
              {t('bar.lock')}
            </MenuItem>
            <MenuItem
              icon={<Icon name={isFullScreen ? 'full-screen-minimize' : 'full-screen-maximize'} />}
              onClick={() => dispatch(look.actions.fill(!isFullScreen))}
            >
              {t(isFullScreen ? 'bar.unfill' : 'bar.fill')}
            </MenuItem>
            {hasLogs && (
              <MenuItem icon={<Icon name="bug" />} onClick={show('logs')}>
                {t('logs.title')}
              </MenuItem>
            )}
            <MenuDivider />
            {items}
            <MenuDivider />
          </div>
          <div className="wide-only">
            <MenuItem icon={<Icon name="keyboard" />} onClick={show('keys')}>
              {t('bar.keys')}
            </MenuItem>
          </div>
          <MenuItem icon={<Icon name="sign-out" />} onClick={() => dispatch(session.actions.signOut())}>
            {t('frame.signOut')}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
};
