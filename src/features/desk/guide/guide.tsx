import { Suspense, use, useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { type ChapterEntry, chaptersIn, type HelpParts, type HelpWords, helpPart } from '../../../i18n/help';
import { browserActions } from '../../../store/browserActions';
import { menu } from '../../../store/navigation/menu';
import { guideAddress } from '../../../store/navigation/routes';
import { preferences } from '../../../store/preferences';
import { Button } from '../../../ui/inputs/buttons';
import { TextInput } from '../../../ui/inputs/fields';
import { arrange } from '../../../ui/layout/arrange';
import { Page } from '../../../ui/layout/frame';
import { PageTitle } from '../../../ui/layout/PageTitle';
import { Card } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { TextLink } from '../../../ui/navigation/links';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import type { Feature } from '../../crud/feature';
import { Blocks } from './Blocks';
import styles from './guide.module.css';
import { guide } from './guideSlice';
import { seek } from './seek';

/** The chapters, and the sections of the one that is open. */
function Contents({
  chapters,
  texts,
  current,
  label,
}: {
  chapters: readonly ChapterEntry[];
  texts: HelpParts['guide'];
  current: string;
  label: string;
}) {
  const dispatch = useDispatch();
  const leave = () => dispatch(guide.actions.search(''));
  const { search } = useLocation();
  const isAbove = useSelector(preferences.selectors.all).screenClass < 2;
  const list = (
    <ol>
      {chapters.map(({ id, title }) => (
        <li key={id} aria-current={id === current ? 'true' : undefined}>
          <TextLink to={guideAddress({ chapter: id })} onClick={leave}>
            {title}
          </TextLink>
          {id === current && (
            <ul>
              {(texts[id] ?? []).map((section) => (
                <li key={section.id}>
                  <TextLink to={guideAddress({ chapter: id, section: section.id })} onClick={leave}>
                    {section.title}
                  </TextLink>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
  return (
    <nav className={`${arrange.noPrint} ${styles.contents}`} aria-label={label}>
      {/* Above the text they would push it away; they close when another part of the guide is chosen. */}
      {isAbove ? (
        <details key={search}>
          <summary>{label}</summary>
          {list}
        </details>
      ) : (
        list
      )}
    </nav>
  );
}

/** Brings the section of the address into view when its page, or another address, is shown. */
function shownAt(section: string) {
  return (article: HTMLElement | null) => {
    const parts = [...(article?.querySelectorAll<HTMLElement>('[data-section]') ?? [])];
    parts.find(({ dataset }) => dataset.section === section)?.scrollIntoView({ block: 'start' });
  };
}

function ChapterText({
  chapters,
  texts,
  current,
  section,
  words,
}: {
  chapters: readonly ChapterEntry[];
  texts: HelpParts['guide'];
  current: ChapterEntry;
  section: string;
  words: HelpWords['guide'];
}) {
  const at = chapters.indexOf(current);
  const [previous, next] = [chapters[at - 1], chapters[at + 1]];
  const shown = useMemo(() => shownAt(section), [section]);
  return (
    <article key={current.id} ref={shown} className={styles.article}>
      <h2 className={text.large}>{current.title}</h2>
      {(texts[current.id] ?? []).map(({ id, title, blocks }) => (
        <section key={id} data-section={id} className={styles.section}>
          <h3>{title}</h3>
          <Blocks blocks={blocks} />
        </section>
      ))}
      <footer className={`${arrange.between} ${arrange.noPrint}`}>
        <span>
          {previous && (
            <>
              {words.previous}
              <TextLink to={guideAddress({ chapter: previous.id })}>{previous.title}</TextLink>
            </>
          )}
        </span>
        <span>
          {next && (
            <>
              {words.next}
              <TextLink to={guideAddress({ chapter: next.id })}>{next.title}</TextLink>
            </>
          )}
        </span>
      </footer>
    </article>
  );
}

/** The sections that contain what is searched for. */
function Hits({
  chapters,
  texts,
  typed,
  words,
}: {
  chapters: readonly ChapterEntry[];
  texts: HelpParts['guide'];
  typed: string;
  words: HelpWords['guide'];
}) {
  const dispatch = useDispatch();
  const language = useSelector(preferences.selectors.language);
  const hits = useMemo(() => seek(chapters, texts, typed, language), [chapters, texts, typed, language]);
  const leave = () => dispatch(guide.actions.search(''));
  return (
    <div className={styles.article}>
      <p role="status" className={text.caption}>
        {hits.length > 0 ? words.found.replace('{count}', String(hits.length)) : words.none}
      </p>
      {hits.length === 0 && <EmptyState kind="filtered" title={words.none} />}
      <ul className={styles.hits}>
        {hits.map(({ chapter, section, text: found }) => (
          <li key={`${chapter.id} ${section.id}`}>
            <TextLink to={guideAddress({ chapter: chapter.id, section: section.id })} onClick={leave}>
              {`${chapter.title} › ${section.title}`}
            </TextLink>
            <p>{found}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The chapters that this person may read; the same promise as long as language and rights are the same. */
function useChapters() {
  const language = useSelector(preferences.selectors.language);
  const places = useSelector(menu.selectors.leaves);
  return useMemo(() => chaptersIn(language, places), [language, places]);
}

function GuideText({ chapters: coming }: { chapters: Promise<readonly ChapterEntry[]> }) {
  const dispatch = useDispatch();
  const language = useSelector(preferences.selectors.language);
  const typed = useSelector(guide.selectors.text);
  const { search } = useLocation();
  const { guide: words } = use(helpPart('common', language));
  const texts = use(helpPart('guide', language));
  const chapters = use(coming);
  const asked = new URLSearchParams(search);
  const current = chapters.find(({ id }) => id === asked.get('chapter')) ?? chapters[0]!;
  const shared = { chapters, texts, words };
  return (
    <div className={styles.guide}>
      <Contents chapters={chapters} texts={texts} current={current.id} label={words.contents} />
      <div className={styles.main}>
        <div className={`${arrange.row} ${arrange.noPrint}`}>
          <span className={styles.search}>
            <TextInput
              type="search"
              aria-label={words.search}
              placeholder={words.search}
              value={typed}
              onChange={(value) => dispatch(guide.actions.search(value))}
            />
          </span>
          <Button icon="print" onClick={() => dispatch(browserActions.print())}>
            {words.print}
          </Button>
        </div>
        {typed.trim() === '' ? (
          <ChapterText {...shared} current={current} section={asked.get('section') ?? ''} />
        ) : (
          <Hits {...shared} typed={typed} />
        )}
      </div>
    </div>
  );
}

/** /help: the guide, a chapter at a time. */
function GuidePage() {
  const places = useChapters();
  const language = useSelector(preferences.selectors.language);
  return (
    <Page>
      <Suspense fallback={<CardSkeleton lines={8} />}>
        <GuideHead language={language} />
        <Card>
          <GuideText chapters={places} />
        </Card>
      </Suspense>
    </Page>
  );
}

function GuideHead({ language }: { language: string }) {
  return <PageTitle title={use(helpPart('common', language)).drawer.guide} />;
}

export const feature: Feature = { name: 'guide', slices: [guide], pages: { '': GuidePage } };
