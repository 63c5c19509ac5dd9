import { createElement, memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { languages } from '../../../contract/domain/languages';
import { textIn } from '../../../contract/domain/text';
import { findFeature } from '../../features/registry';
import { screenLock } from '../../store/auth/screenLock';
import { standing } from '../../store/auth/standing';
import { features } from '../../store/features';
import { feedback } from '../../store/feedback';
import { inbox } from '../../store/inbox';
import { log } from '../../store/log';
import { menu, menuLabel } from '../../store/navigation/menu';
import { type Panel, panel, panelsName } from '../../store/navigation/panel';
import { route } from '../../store/navigation/route';
import { dashboardPath, guidePath, profilePath } from '../../store/navigation/routes';
import { preferences } from '../../store/preferences';
import { session } from '../../store/session';
import { settings } from '../../store/settings';
import type { IconName } from '../../ui/icons/Icon';
import { ButtonLink, IconButton, type IconButtonProps } from '../../ui/inputs/buttons';
import { arrange } from '../../ui/layout/arrange';
import { initialsOf } from '../../ui/layout/initials';
import { Swatch, TopBar, TopMenu, TopSeparator, UserBadge } from '../../ui/layout/topbar';
import { FinderField } from '../../ui/overlays/FinderField';
import { MenuButton, type MenuEntry, PanelBelow } from '../../ui/overlays/menus';
import { seedOf, themes } from '../../ui/theme/theme';
import { MenuFinder } from '../panels/MenuFinder';
import { useWorksAs } from './worksAs';

/** Maximum of the error counter. */
const mostLogs = 99;

/** The top bar. */
export const TopBarScreen = memo(() => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const isFolded = useSelector(preferences.selectors.isNavFolded);
  return (
    <TopBar
      label={t('bar.label')}
      start={
        <IconButton
          icon={isFolded ? 'panel-left-expand' : 'panel-left-contract'}
          label={t(isFolded ? 'frame.expand' : 'frame.collapse')}
          aria-expanded={!isFolded}
          data-tour="nav"
          onClick={() => dispatch(preferences.actions.toggleNav())}
        />
      }
      menu={<FirstLevel />}
      search={<MenuFinder isInBar>{(finder) => <FinderField {...finder} keys="Ctrl K" />}</MenuFinder>}
      end={
        <>
          <Looks />
          <TopSeparator />
          <Logs />
          <Bell />
          {/* On a phone in the user menu. */}
          <PanelButton
            name="help"
            isDialog
            className={arrange.wideOnly}
            icon="question"
            label={t('bar.help')}
            data-tour="help"
          />
          <Languages />
          <TopSeparator />
          <Person />
        </>
      }
    />
  );
});

function useFirstLevel() {
  const { t } = useTranslation();
  const language = useSelector(preferences.selectors.language);
  const tops = useSelector(menu.selectors.tops);
  return [
    { key: '', label: t('bar.home'), icon: 'home' as const },
    ...tops.map((top) => ({ key: top.id, label: textIn(menuLabel(top), language) })),
  ];
}

/** Home and the first menu level; on a narrow bar the current item and a menu of the others. */
function FirstLevel() {
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
              <MenuButton
                groups={[
                  {
                    key: 'tops',
                    entries: items.map(({ key, label }) => ({
                      key,
                      label,
                      isOn: key === current,
                      act: () => pick(key),
                    })),
                  },
                ]}
              >
                {(trigger) => <IconButton icon="chevron-down" size="small" label={t('bar.moreTops')} {...trigger} />}
              </MenuButton>
            ),
          }
        : {})}
    />
  );
}

/** A button of the bar with its panel, which is drawn below it unless it is a dialog of the overlay. */
function PanelButton({ name, isDialog, children, ...button }: IconButtonProps & { name: Panel; isDialog?: true }) {
  const dispatch = useDispatch();
  const isShown = useSelector(panel.selectors.shown) === name;
  const isReady = useSelector((state: never) => features.selectors.isReady(state, panelsName));
  const question = useSelector(feedback.selectors.question);
  const content = isReady ? findFeature(panelsName)?.pages[name] : undefined;
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <IconButton
        {...button}
        ref={opener}
        aria-haspopup="dialog"
        aria-expanded={isShown}
        onClick={() => dispatch(isShown ? panel.actions.hide() : panel.actions.show(name))}
      >
        {children}
      </IconButton>
      {isShown && !isDialog && content && opener.current && (
        <PanelBelow
          opener={opener.current}
          label={button.label}
          // A click on a question above the panel does not close it.
          onClose={() => !question && dispatch(panel.actions.hide())}
        >
          {createElement(content)}
        </PanelBelow>
      )}
    </>
  );
}

/** Commands that are buttons of the bar, and on a phone entries of the user's menu. */
function useScreenEntries(): (MenuEntry & { icon: IconName })[] {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { mode, isFullScreen } = useSelector(preferences.selectors.all);
  const isLight = mode === 'light';
  return [
    {
      key: 'mode',
      icon: isLight ? 'moon' : 'sun',
      label: t(isLight ? 'frame.toDark' : 'frame.toLight'),
      act: () => dispatch(preferences.actions.shine(isLight ? 'dark' : 'light')),
    },
    { key: 'lock', icon: 'lock-closed', label: t('bar.lock'), act: () => dispatch(screenLock.actions.lockScreen()) },
    {
      key: 'fill',
      icon: isFullScreen ? 'full-screen-minimize' : 'full-screen-maximize',
      label: t(isFullScreen ? 'bar.unfill' : 'bar.fill'),
      act: () => dispatch(preferences.actions.fill(!isFullScreen)),
    },
  ];
}

/** Buttons for appearance and screen lock. On a phone they are in the user menu. */
function Looks() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { theme, accent, language } = useSelector(preferences.selectors.all);
  const entries = useScreenEntries();
  const name = textIn((themes.find(({ key }) => key === theme) ?? themes[0]!).name, language);
  return (
    <>
      <PanelButton
        name="colour"
        className={arrange.wideOnly}
        icon="color"
        label={t('bar.colourNow', { hex: seedOf(theme, accent).toUpperCase() })}
      >
        <Swatch />
      </PanelButton>
      <IconButton
        className={arrange.wideOnly}
        icon="paint-brush"
        label={t('bar.themeNow', { name })}
        aria-haspopup="dialog"
        onClick={() => dispatch(panel.actions.show('theme'))}
      />
      {entries.map(({ key, icon, label, act }) => (
        <IconButton
          key={key}
          className={arrange.wideOnly}
          icon={icon}
          label={label}
          aria-haspopup={key === 'lock' ? 'dialog' : undefined}
          onClick={act}
        />
      ))}
    </>
  );
}

/** Errors of this browser; hidden without any. */
function Logs() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const count = useSelector(log.selectors.entries).length;
  if (count === 0) return null;
  return (
    <IconButton
      className={arrange.wideOnly}
      icon="bug"
      label={t('bar.logs', { count })}
      badge={Math.min(count, mostLogs)}
      badgeTone="quiet"
      aria-haspopup="dialog"
      onClick={() => dispatch(panel.actions.show('logs'))}
    />
  );
}

function Bell() {
  const { t } = useTranslation();
  const count = useSelector(inbox.selectors.unreadSum);
  return (
    <PanelButton
      name="inbox"
      icon="alert"
      data-tour="notices"
      label={count > 0 ? t('bar.bellUnread', { count }) : t('bar.bell')}
      badge={count}
    />
  );
}

/** The current language cannot be chosen. */
function useLanguageEntries(): MenuEntry[] {
  const dispatch = useDispatch();
  const language = useSelector(preferences.selectors.language);
  return languages.map(({ code: key, name, tag }) => ({
    key,
    label: name,
    lang: tag,
    isOff: key === language,
    act: () => dispatch(preferences.actions.speak(key)),
  }));
}

function Languages() {
  const { t } = useTranslation();
  return (
    <MenuButton groups={[{ key: 'languages', entries: useLanguageEntries() }]}>
      {(trigger) => (
        <IconButton className={arrange.wideOnly} icon="local-language" label={t('frame.language')} {...trigger} />
      )}
    </MenuButton>
  );
}

/** The user menu; on a phone also the buttons that the bar has no room for. */
function Person() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const user = useSelector(session.selectors.user);
  const { switchMode } = useSelector(settings.selectors.all);
  const screenEntries = useScreenEntries();
  const hasLogs = useSelector(log.selectors.entries).length > 0;
  const facts = useWorksAs();
  const languageEntries = useLanguageEntries();
  const tops = useFirstLevel();
  const show = (name: Panel) => () => dispatch(panel.actions.show(name));
  const go = (address: string) => () => dispatch(route.actions.go(address));
  // Public pages have a sign-in link in place of the user menu.
  if (!user)
    return (
      <ButtonLink size="small" to="/login">
        {t('lock.signIn')}
      </ButtonLink>
    );
  const name = user.realName;
  const entry = (key: string, icon: IconName, label: string, act: () => unknown): MenuEntry => ({
    key,
    icon,
    label,
    act: () => void act(),
  });
  const topEntries = tops.map(({ key, label }) =>
    entry(key, key === '' ? 'home' : 'apps', label, () => dispatch(menu.actions.pickTop(key))),
  );
  const lookEntries = [
    entry('help', 'question', t('bar.help'), show('help')),
    entry('colour', 'color', t('bar.colour'), show('theme')),
    entry('theme', 'paint-brush', t('bar.theme'), show('theme')),
    ...screenEntries,
    ...(hasLogs ? [entry('logs', 'bug', t('logs.title'), show('logs'))] : []),
  ];
  const narrow = { only: 'narrow', hasLine: true } as const;
  return (
    <MenuButton
      facts={facts}
      onOpen={() => dispatch(standing.actions.ask())}
      groups={[
        {
          key: 'own',
          entries: [
            entry('dashboard', 'data-pie', t('bar.dashboard'), go(dashboardPath)),
            entry('profile', 'person', t('bar.profile'), go(profilePath)),
            entry('guide', 'book', t('bar.guide'), go(guidePath)),
            ...(switchMode ? [entry('switcher', 'arrow-swap', t('bar.switcher'), show('switcher'))] : []),
          ],
        },
        { key: 'line', ...narrow, entries: [] },
        ...(tops.length > 1 ? [{ key: 'tops', ...narrow, entries: topEntries }] : []),
        { key: 'looks', ...narrow, entries: lookEntries },
        { key: 'languages', ...narrow, entries: languageEntries },
        { key: 'keys', only: 'wide', entries: [entry('keys', 'keyboard', t('bar.keys'), show('keys'))] },
        {
          key: 'leave',
          entries: [entry('leave', 'sign-out', t('frame.signOut'), () => dispatch(session.actions.signOut()))],
        },
      ]}
    >
      {(trigger) => (
        <UserBadge
          name={name}
          note={user.businessUserCode || user.account}
          initials={initialsOf(name)}
          data-tour="person"
          {...(user.avatar ? { picture: user.avatar } : {})}
          onPictureFailed={() => dispatch(session.actions.pictureFailed())}
          {...trigger}
        />
      )}
    </MenuButton>
  );
}
