import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { textIn } from '../../../../contract/domain/text';
import type { Block, StatesHelp } from '../../../i18n/help';
import { piecesOf, refusalText, statesOf, targetOf, withFacts } from '../../../i18n/helpFacts';
import { shortcuts } from '../../../store/navigation/keys';
import { menu } from '../../../store/navigation/menu';
import {
  dashboardPath,
  guideAddress,
  guidePath,
  homePath,
  inboxPath,
  profilePath,
} from '../../../store/navigation/routes';
import { preferences } from '../../../store/preferences';
import { KeyValues } from '../../../ui/layout/surfaces';
import { TextLink } from '../../../ui/navigation/links';
import styles from './Blocks.module.css';

/** Pages beside the menus. */
export const ownPaths: Readonly<Record<string, string>> = {
  welcome: homePath,
  dashboard: dashboardPath,
  profile: profilePath,
  inbox: inboxPath,
  guide: guidePath,
};

/** The address of a link of the help; undefined for a page that the person does not have. */
export function useHelpAddress(): (link: string) => string | undefined {
  const places = useSelector(menu.selectors.leaves);
  return (link) => {
    const target = targetOf(link);
    if (!('page' in target)) return guideAddress(target);
    return ownPaths[target.page] ?? places.find(({ code }) => code === target.page)?.path;
  };
}

/** A text of the help: facts filled in, links as links where the person may follow them. */
export function HelpText({ children }: { children: string }): ReactNode {
  const addressOf = useHelpAddress();
  return piecesOf(withFacts(children)).map(({ text, link }, at) =>
    link ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move
      <TextLink key={at} to={addressOf(link)}>
        {text}
      </TextLink>
    ) : (
      text
    ),
  );
}

/** What states mean, in the order of the contract. */
export function StatesList({ states: { of, means } }: { states: StatesHelp }) {
  const language = useSelector(preferences.selectors.language);
  return (
    <KeyValues
      className={styles.pairs}
      items={statesOf(of).flatMap(([key, name]) =>
        means[key] === undefined
          ? []
          : [[textIn(name, language), <HelpText key={key}>{means[key]}</HelpText>] as const],
      )}
    />
  );
}

/** What to do about refusals. */
export function RefusalsList({ refusals }: { refusals: Readonly<Record<string, string>> }) {
  const language = useSelector(preferences.selectors.language);
  return (
    <KeyValues
      className={styles.pairs}
      items={Object.entries(refusals).map(([code, advice]) => [
        refusalText(code, language),
        <HelpText key={code}>{advice}</HelpText>,
      ])}
    />
  );
}

function TextItems({ items }: { items: readonly string[] }) {
  return items.map((item) => (
    <li key={item}>
      <HelpText>{item}</HelpText>
    </li>
  ));
}

export function StepsList({ steps }: { steps: readonly string[] }) {
  return (
    <ol className={styles.list}>
      <TextItems items={steps} />
    </ol>
  );
}

function TableBlock({ rows }: { rows: readonly (readonly string[])[] }) {
  const [head = [], ...body] = rows;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {head.map((cell) => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {body.map((cells) => (
          <tr key={cells[0]}>
            {cells.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
              <td key={at}>
                <HelpText>{cell}</HelpText>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The shortcuts of a group, as the program has them. */
function KeysBlock({ group }: { group: string }) {
  const { t } = useTranslation();
  const keys = shortcuts.find((one) => one.group === group)?.keys ?? [];
  return (
    <KeyValues
      className={styles.pairs}
      items={keys.map(({ combos, shown = combos, say }) => [
        shown.join(' · ').replace('Escape', 'Esc'),
        t(`keys.${say}` as never) as string,
      ])}
    />
  );
}

function BlockPart({ block }: { block: Block }) {
  if (typeof block === 'string')
    return (
      <p>
        <HelpText>{block}</HelpText>
      </p>
    );
  if ('steps' in block) return <StepsList steps={block.steps} />;
  if ('list' in block)
    return (
      <ul className={styles.list}>
        <TextItems items={block.list} />
      </ul>
    );
  if ('table' in block) return <TableBlock rows={block.table} />;
  if ('keys' in block) return <KeysBlock group={block.keys} />;
  if ('states' in block) return <StatesList states={block.states} />;
  return <RefusalsList refusals={block.refusals} />;
}

/** The blocks of a section, in order. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className={styles.blocks}>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never move
        <Fragment key={at}>
          <BlockPart block={block} />
        </Fragment>
      ))}
    </div>
  );
}
