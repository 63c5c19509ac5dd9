import type { Action } from '@reduxjs/toolkit';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { languages } from '../../../contract/domain/languages';
import { textIn } from '../../../contract/domain/text';
import type { ChapterEntry } from '../../i18n/help';
import { screenLock } from '../../store/auth/screenLock';
import { type MenuItem, menu, menuLabel, permission } from '../../store/navigation/menu';
import { panel } from '../../store/navigation/panel';
import { route } from '../../store/navigation/route';
import { guideAddress, pageAddress } from '../../store/navigation/routes';
import { type FoundTarget, findable, findMenus, isNamed, search } from '../../store/navigation/search';
import { rolesOf } from '../../store/navigation/sidebar';
import { preferences } from '../../store/preferences';
import { session } from '../../store/session';
import { type IconName, menuGlyph } from '../../ui/icons/Icon';
import type { FinderItem, FinderProps } from '../../ui/overlays/Finder';

/** Maximum number of results. */
const mostShown = 50;

/** The parent menu of each leaf, by id. */
function parentsOf(items: readonly MenuItem[], parent?: MenuItem): [string, MenuItem][] {
  return items.flatMap((item) =>
    item.children?.length ? parentsOf(item.children, item) : parent ? [[item.id, parent] as [string, MenuItem]] : [],
  );
}

/** Commands that are found by their name. */
function useCommands(): (FinderItem & { act(): void })[] {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { mode, language } = useSelector(preferences.selectors.all);
  const orders = useSelector((state: never) => menu.selectors.pathOf(state, 'order'));
  const mayAdd = useSelector((state: never) => permission.selectors.may(state, 'order_add'));
  const isLight = mode === 'light';
  const run = (key: string, icon: IconName, label: string, action: Action) => ({
    key: `command ${key}`,
    icon,
    label,
    act() {
      dispatch(panel.actions.hide());
      dispatch(action);
    },
  });
  return [
    ...(orders && mayAdd
      ? [run('order', 'add', t('search.newOrder'), route.actions.go(pageAddress(orders, { rest: 'new' })))]
      : []),
    run('lock', 'lock-closed', t('bar.lock'), screenLock.actions.lockScreen()),
    run(
      'mode',
      isLight ? 'moon' : 'sun',
      t(isLight ? 'frame.toDark' : 'frame.toLight'),
      preferences.actions.shine(isLight ? 'dark' : 'light'),
    ),
    ...languages
      .filter(({ code }) => code !== language)
      .map(({ code, name }) => run(code, 'local-language', name, preferences.actions.speak(code))),
    run('keys', 'keyboard', t('bar.keys'), panel.actions.show('keys')),
  ];
}

type Findable = Awaited<ReturnType<typeof import('../../i18n/help').findableIn>>;

/** Chapters of the guide that a text finds, and codes of pages by words beside their names. Both load when the first text
 *  is typed. */
function useHelp(text: string, all: readonly MenuItem[]): { chapters: readonly ChapterEntry[]; pages: Set<string> } {
  const language = useSelector(preferences.selectors.language);
  const [help, setHelp] = useState<Findable>({ chapters: [], pages: {} });
  const isWanted = text !== '';
  useEffect(() => {
    // Without them pages and records are found all the same.
    if (isWanted) import('../../i18n/help').then(({ findableIn }) => findableIn(language, all)).then(setHelp, () => 0);
  }, [isWanted, language, all]);
  const isSought = (word: string) => isWanted && isNamed(word, text);
  const { chapters, pages } = help;
  return {
    chapters: chapters.filter(({ title, words }) => [title, ...words].some(isSought)),
    pages: new Set(Object.keys(pages).filter((code) => pages[code]!.some(isSought))),
  };
}

/** Search for pages by name, and for records, drawn by `children`: a field in the bar, a list in the dialog. */
export function MenuFinder({
  isInBar = false,
  children,
}: {
  isInBar?: boolean;
  children(finder: Omit<FinderProps, 'field' | 'onLeave'>): ReactNode;
}) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const language = useSelector(preferences.selectors.language);
  // In the dialog the field of the bar stays empty.
  const isCovered = useSelector(panel.selectors.shown) === 'search' && isInBar;
  const typed = useSelector(search.selectors.text);
  const text = isCovered ? '' : typed;
  const recent = useSelector(search.selectors.recent);
  const user = useSelector(session.selectors.user);
  const all = useSelector(menu.selectors.leaves);
  const tree = useSelector(menu.selectors.tree);
  const menus = useMemo(() => findable(tree, all, rolesOf(user)), [tree, all, user]);
  const parents = useMemo(() => new Map(parentsOf(tree)), [tree]);
  const found = useMemo(() => findMenus(menus, text, recent).slice(0, mostShown), [menus, text, recent]);

  const itemOf = (item: MenuItem): FinderItem => {
    const parent = parents.get(item.id);
    return {
      key: item.id,
      label: textIn(menuLabel(item), language),
      icon: menuGlyph(item.source),
      ...(parent ? { note: textIn(menuLabel(parent), language) } : {}),
    };
  };
  const { chapters, pages } = useHelp(text, all);
  const commands = useCommands();
  const asked = text === '' ? [] : commands.filter(({ label }) => isNamed(label, text));
  const isMeant = (item: MenuItem) => pages.has(item.code) && !found.some(({ menu: one }) => one.id === item.id);
  const records = useSelector(search.selectors.records);
  const chosen = useSelector(search.selectors.lately);
  const isAsking = useSelector(search.selectors.isAsking);
  const features = new Map(all.map((item) => [item.code, item]));
  const recordItem = ({ entity, id, title, note }: FoundTarget): FinderItem => ({
    key: `record ${entity} ${id}`,
    label: title,
    icon: menuGlyph(features.get(entity)?.source ?? ''),
    ...(note ? { note } : {}),
  });
  const targets = (text === '' ? [] : records).map(({ entity, records: rows }) => ({
    entity,
    rows: rows.map((row) => ({ ...row, entity })),
  }));
  const shownRecords = [...chosen, ...targets.flatMap(({ rows }) => rows)];
  const group = (isRecent: boolean) =>
    found.filter((one) => one.isRecent === isRecent).map(({ menu: item }) => itemOf(item));
  const [lately, named] = [group(true), group(false)];
  const others = [...named, ...menus.filter(isMeant).map(itemOf)];
  return children({
    text,
    onType: (next) => dispatch(search.actions.type(next)),
    groups: [
      ...(lately.length > 0 ? [{ key: 'recent', title: t('search.recent'), items: lately }] : []),
      ...(text === '' && chosen.length > 0
        ? [{ key: 'lately', title: t('search.lately'), items: chosen.map(recordItem) }]
        : []),
      ...(text === '' || others.length > 0 ? [{ key: 'all', title: t('search.all'), items: others }] : []),
      ...targets.flatMap(({ entity, rows }) => {
        const page = features.get(entity);
        return page ? [{ key: entity, title: textIn(menuLabel(page), language), items: rows.map(recordItem) }] : [];
      }),
      ...(chapters.length > 0
        ? [
            {
              key: 'guide',
              title: t('bar.guide'),
              items: chapters.map(({ id, title }) => ({ key: `guide ${id}`, label: title, icon: 'book' as const })),
            },
          ]
        : []),
      ...(asked.length > 0 ? [{ key: 'commands', title: t('search.commands'), items: asked }] : []),
    ],
    onChoose(key) {
      const item = menus.find(({ id }) => id === key);
      if (item) dispatch(search.actions.choose(item));
      const record = shownRecords.find((one) => recordItem(one).key === key);
      if (record) dispatch(search.actions.open(record));
      const chapter = chapters.find(({ id }) => key === `guide ${id}`);
      if (chapter) {
        dispatch(panel.actions.hide());
        dispatch(route.actions.go(guideAddress({ chapter: chapter.id })));
      }
      commands.find((command) => command.key === key)?.act();
    },
    words: {
      label: t('search.label'),
      hint: t('search.hint'),
      none: t(isAsking ? 'search.asking' : 'search.none'),
      results: t('search.results'),
      found: (count) => t('search.found', { count }),
    },
  });
}
