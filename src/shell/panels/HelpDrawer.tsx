import { Suspense, use } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { textIn } from '../../../contract/domain/text';
import {
  HelpText,
  ownPaths,
  RefusalsList,
  StatesList,
  StepsList,
  useHelpAddress,
} from '../../features/desk/guide/Blocks';
import { type ChapterEntry, type HelpWords, helpAt, helpPart, type PageHelp, registerHelp } from '../../i18n/help';
import { targetOf } from '../../i18n/helpFacts';
import { registerNamed } from '../../store/crud/targets';
import { log } from '../../store/log';
import { menu, menuLabel } from '../../store/navigation/menu';
import { panel } from '../../store/navigation/panel';
import { route } from '../../store/navigation/route';
import { guidePath, productRoutes } from '../../store/navigation/routes';
import { preferences } from '../../store/preferences';
import { Button, ButtonLink } from '../../ui/inputs/buttons';
import { arrange } from '../../ui/layout/arrange';
import { KeyValues } from '../../ui/layout/surfaces';
import { TextLink } from '../../ui/navigation/links';
import { CardSkeleton } from '../../ui/overlays/messages';
import { SideDrawer } from '../../ui/overlays/SideDrawer';
import { PageBoundary } from '../frame/PageBoundary';
import styles from './HelpDrawer.module.css';

/** What a link is called: the menu's name, or the chapter's title; undefined where the person cannot follow it. */
function useLinkName(chapters: readonly ChapterEntry[]): (link: string) => string | undefined {
  const language = useSelector(preferences.selectors.language);
  const places = useSelector(menu.selectors.leaves);
  const own = productRoutes.flatMap(({ children = [] }) => children);
  return (link) => {
    const target = targetOf(link);
    if (!('page' in target)) return chapters.find(({ id }) => id === target.chapter)?.title;
    const place = places.find(({ code }) => code === target.page);
    const handle = own.find(({ path }) => path === ownPaths[target.page])?.handle;
    return place ? textIn(menuLabel(place), language) : handle?.label ? textIn(handle.label, language) : undefined;
  };
}

function Related({
  links,
  chapters,
  title,
}: {
  links: readonly string[];
  chapters: readonly ChapterEntry[];
  title: string;
}) {
  const addressOf = useHelpAddress();
  const nameOf = useLinkName(chapters);
  const shown = links.flatMap((link) => {
    const [to, name] = [addressOf(link), nameOf(link)];
    return to && name ? [{ link, to, name }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      <ul className={styles.links}>
        {shown.map(({ link, to, name }) => (
          <li key={link}>
            <TextLink to={to}>{name}</TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PageText({
  help,
  chapters,
  words,
}: {
  help: PageHelp;
  chapters: readonly ChapterEntry[];
  words: HelpWords['drawer'];
}) {
  const { about, steps, states, buttons, refusals, see } = help;
  return (
    <>
      <p>
        <HelpText>{about}</HelpText>
      </p>
      {steps && (
        <section className={styles.part}>
          <h3>{words.steps}</h3>
          <StepsList steps={steps} />
        </section>
      )}
      {states && (
        <section className={styles.part}>
          <h3>{words.states}</h3>
          <StatesList states={states} />
        </section>
      )}
      {buttons && (
        <section className={styles.part}>
          <h3>{words.buttons}</h3>
          <KeyValues
            className={styles.pairs}
            items={Object.entries(buttons).map(([name, effect]) => [name, <HelpText key={name}>{effect}</HelpText>])}
          />
        </section>
      )}
      {refusals && (
        <section className={styles.part}>
          <h3>{words.refusals}</h3>
          <RefusalsList refusals={refusals} />
        </section>
      )}
      <Related links={see} chapters={chapters} title={words.see} />
    </>
  );
}

function Content({ page }: { page: string }) {
  const dispatch = useDispatch();
  const language = useSelector(preferences.selectors.language);
  const place = useSelector(route.selectors.place);
  const { drawer: words, chapters } = use(helpPart('common', language));
  const register = registerNamed(page);
  const help = use(register ? registerHelp(register, language) : helpAt(page, language));
  return (
    <SideDrawer title={words.title} closeLabel={words.close} onClose={() => dispatch(panel.actions.hide())}>
      <div className={styles.help}>
        {place?.label && <h2>{textIn(place.label, language)}</h2>}
        {help ? <PageText help={help} chapters={chapters} words={words} /> : <p>{words.none}</p>}
        <div className={`${arrange.row} ${styles.foot}`}>
          <ButtonLink icon="book" to={guidePath}>
            {words.guide}
          </ButtonLink>
          <Button icon="keyboard" onClick={() => dispatch(panel.actions.show('keys'))}>
            {words.keys}
          </Button>
          <Button icon="play-circle" onClick={() => dispatch(panel.actions.show('tour'))}>
            {words.tour}
          </Button>
        </div>
      </div>
    </SideDrawer>
  );
}

/** What the page on screen is for, and how it is used; it follows the person to other pages. */
export function HelpDrawer() {
  const dispatch = useDispatch();
  const page = useSelector(route.selectors.place)?.feature ?? '';
  return (
    <PageBoundary
      broken={() => null}
      onBroken={(failure) => {
        dispatch(log.actions.failed(failure));
        dispatch(panel.actions.hide());
      }}
    >
      <Suspense fallback={<CardSkeleton />}>
        <Content page={page} />
      </Suspense>
    </PageBoundary>
  );
}
