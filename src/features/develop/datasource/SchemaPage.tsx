import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { datasource } from '../../../../contract/modules/develop/datasource';
import { treeIndex } from '../../../../contract/schema/tree';
import { permission } from '../../../store/navigation/menu';
import { Button, ButtonLink } from '../../../ui/inputs/buttons';
import { Beside, BesideTree } from '../../../ui/layout/Beside';
import { Page } from '../../../ui/layout/frame';
import { Chip } from '../../../ui/layout/status';
import { Card } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { TreePane } from '../../../ui/tree/TreePane';
import { errorText } from '../../crud/errorText';
import { treeWords } from '../../crud/inputs/choiceInputs';
import { usePageAddress } from '../../crud/links';
import styles from './SchemaPage.module.css';
import { SourceHeader, SourceMissing } from './SourceHeader';
import { queryPage, type SchemaState, type SourceHead, sourcePages } from './sourcePagesSlice';

const { actions: at, selectors: see } = sourcePages;
const noOpen: ReadonlySet<string> = new Set();
const nothing: readonly never[] = [];

interface PartProps {
  path: string;
  page: SchemaState;
}

/** Tables and views, found by name and comment. */
function Tables({ path, page }: PartProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { tables, seek, chosen } = page;
  const index = useMemo(
    () =>
      treeIndex(
        (tables ?? nothing).map(({ name, comment, isView }) => ({
          id: name,
          parentId: '',
          title: comment ? `${name} · ${comment}` : name,
          ...(isView ? { note: t('datasource.view') } : {}),
        })),
      ),
    [tables, t],
  );
  const label = t('datasource.tables', { count: index.nodes.length });
  return (
    <BesideTree
      label={label}
      fold={{
        isOpen: page.isUnfolded,
        title: chosen || label,
        onFold: (isUnfolded) => dispatch(at.fold({ path, isUnfolded })),
      }}
    >
      <TreePane
        index={index}
        label={label}
        open={noOpen}
        onToggle={() => undefined}
        seek={seek}
        onSeek={(sought) => dispatch(at.seek({ path, seek: sought }))}
        current={chosen}
        onSelect={(table) => dispatch(at.choose({ path, table }))}
        words={{
          ...treeWords(t),
          empty: t('datasource.noTables'),
          added: '',
          removed: '',
          seek: t('datasource.seekTable'),
          count: () => '',
        }}
      />
    </BesideTree>
  );
}

/** The columns of the chosen table. */
function Columns({ path, page, head }: PartProps & { head: SourceHead }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const mayQuery = useSelector((state: never) => permission.selectors.may(state, 'datasource_query'));
  const { chosen, columns, columnsTrouble, tables } = page;
  if (chosen === '')
    return (
      <Card>
        <EmptyState kind="never" title={t('datasource.chooseTable')} />
      </Card>
    );
  if (columnsTrouble !== null)
    return (
      <Card title={chosen}>
        <EmptyState
          kind={columnsTrouble === '' ? 'network' : 'broken'}
          title={columnsTrouble === '' ? t('datasource.lost') : errorText(t, columnsTrouble)}
        >
          <Button icon="arrow-clockwise" onClick={() => dispatch(at.choose({ path, table: chosen }))}>
            {t('frame.retry')}
          </Button>
        </EmptyState>
      </Card>
    );
  if (!columns) return <CardSkeleton lines={8} />;
  const comment = tables?.find(({ name }) => name === chosen)?.comment;
  return (
    <Card
      title={chosen}
      note={comment}
      variant="flush"
      aside={
        mayQuery && (
          <Button icon="code" onClick={() => dispatch(at.ask({ head, table: chosen }))}>
            {t('datasource.queryTable')}
          </Button>
        )
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has nothing else that could be focused */}
      <section className={styles.scroller} aria-label={chosen} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              {(['column', 'type', 'comment', 'facts'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`datasource.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map(({ name, type, comment: said, isKey, isRequired }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className={styles.type}>{type}</td>
                <td className={styles.comment}>{said}</td>
                <td>
                  {isKey && <Chip tone="brand">{t('datasource.key')}</Chip>}
                  {isRequired && !isKey && <span className={text.caption}>{t('datasource.required')}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}

/** The tables of a data source and their columns. */
export function SchemaPage() {
  const { t } = useTranslation();
  const addressOf = usePageAddress();
  const { pathname: path } = useLocation();
  const mayQuery = useSelector((state: never) => permission.selectors.may(state, 'datasource_query'));
  const page: SchemaState | undefined = useSelector((state: never) => see.schemaOf(state, path));
  const head = page?.head;
  if (!head) return <SourceMissing path={path} trouble={page?.trouble ?? null} />;
  const query = addressOf({ feature: datasource.name, rest: `${queryPage}/${head.id}` });
  return (
    <Page variant="fill">
      <SourceHeader
        head={head}
        end={
          mayQuery &&
          query !== undefined && (
            <ButtonLink icon="code" to={query}>
              {t('datasource.query')}
            </ButtonLink>
          )
        }
      />
      <Beside>
        <Tables path={path} page={page} />
        <div className={styles.columns}>
          <Columns path={path} page={page} head={head} />
        </div>
      </Beside>
    </Page>
  );
}
