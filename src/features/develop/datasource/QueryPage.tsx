import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { countIn } from '../../../../contract/domain/text';
import { datasource, mostQuery } from '../../../../contract/modules/develop/datasource';
import { browserActions } from '../../../store/browserActions';
import { permission } from '../../../store/navigation/menu';
import { Button, ButtonLink } from '../../../ui/inputs/buttons';
import { FormField, TextArea } from '../../../ui/inputs/fields';
import { arrange } from '../../../ui/layout/arrange';
import { Form } from '../../../ui/layout/Form';
import { Page } from '../../../ui/layout/frame';
import { Card } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { EmptyState } from '../../../ui/overlays/messages';
import { errorText } from '../../crud/errorText';
import { usePageAddress } from '../../crud/links';
import { csvOf } from '../../crud/transfer/csv';
import { useFormat } from '../../crud/useFormat';
import { ResultTable } from './ResultTable';
import { SourceHeader, SourceMissing } from './SourceHeader';
import { browsePage, type QueryState, type SourceHead, sourcePages } from './sourcePagesSlice';

const { actions: at, selectors: see } = sourcePages;
interface PartProps {
  path: string;
  page: QueryState;
}

/** The question, and how long it has been running. */
function Editor({ path, page, head }: PartProps & { head: SourceHead }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const typed = useSelector((state: never) => see.textOf(state, head.id));
  const run = () => dispatch(at.run({ path }));
  return (
    <Form onSubmit={run}>
      <FormField id={`query-${head.id}`} layout="above" label={t('datasource.text')} help={t('datasource.textHelp')}>
        <TextArea
          isCode
          rows={6}
          value={typed}
          maxLength={mostQuery}
          placeholder="select …"
          onChange={(next) => dispatch(at.type({ id: head.id, text: next }))}
        />
      </FormField>
      <div className={arrange.row}>
        <Button
          tone="primary"
          type="submit"
          icon="play-circle"
          keys="Ctrl Enter"
          busy={page.isRunning}
          {...(typed.trim() === '' ? { disabledReason: t('datasource.textFirst') } : {})}
        >
          {t('datasource.run')}
        </Button>
        <span className={text.caption} role="status">
          {page.isRunning && t('datasource.running', { seconds: page.seconds })}
        </span>
      </div>
    </Form>
  );
}

function Outcome({ page }: { page: QueryState }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const { result, problem, took } = page;
  if (problem !== null)
    return <MessageBar tone="danger">{problem === '' ? t('datasource.noAnswer') : errorText(t, problem)}</MessageBar>;
  if (!result) return null;
  const { columns, rows, isCut } = result;
  const copy = () => {
    const lines = [columns, ...rows.map((row) => row.map((value) => value ?? ''))];
    dispatch(browserActions.copy({ text: csvOf(lines, { keepsNumbers: true }), say: 'datasource.copied' }));
  };
  return (
    <>
      {isCut && (
        <MessageBar tone="warning">
          {t('datasource.cut', { count: rows.length, shown: countIn(rows.length, language) })}
        </MessageBar>
      )}
      <Card
        title={t('datasource.result')}
        note={t('datasource.answered', { count: rows.length, shown: countIn(rows.length, language), took })}
        variant="flush"
        aside={
          rows.length > 0 && (
            <Button icon="copy" onClick={copy}>
              {t('datasource.copy')}
            </Button>
          )
        }
      >
        {rows.length === 0 ? (
          <EmptyState kind="filtered" title={t('datasource.noRows')} />
        ) : (
          <ResultTable columns={columns} rows={rows} label={t('datasource.result')} />
        )}
      </Card>
    </>
  );
}

/** A page for read-only questions to a data source. */
export function QueryPage() {
  const { t } = useTranslation();
  const addressOf = usePageAddress();
  const { pathname: path } = useLocation();
  const mayBrowse = useSelector((state: never) => permission.selectors.may(state, 'datasource_browse'));
  const page: QueryState | undefined = useSelector((state: never) => see.queryOf(state, path));
  const head = page?.head;
  if (!head) return <SourceMissing path={path} trouble={page?.trouble ?? null} />;
  const schema = addressOf({ feature: datasource.name, rest: `${browsePage}/${head.id}` });
  return (
    <Page>
      <SourceHeader
        head={head}
        end={
          mayBrowse &&
          schema !== undefined && (
            <ButtonLink icon="table" to={schema}>
              {t('datasource.browse')}
            </ButtonLink>
          )
        }
      />
      <Card>
        <Editor path={path} page={page} head={head} />
      </Card>
      <Outcome page={page} />
    </Page>
  );
}
