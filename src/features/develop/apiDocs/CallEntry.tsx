import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { type Label, textIn } from '../../../../contract/domain/text';
import type { OutlineCall, OutlineMember } from '../../../../contract/wire/develop/apiOutline';
import { namedCodes } from '../../../../contract/wire/menus';
import { Button } from '../../../ui/inputs/buttons';
import { Chip } from '../../../ui/layout/status';
import { text } from '../../../ui/layout/text';
import { useFormat } from '../../crud/useFormat';
import { apiDocs, callKey } from './apiDocsSlice';
import styles from './CallEntry.module.css';
import { Unfolding } from './Unfolding';

const { actions: at, selectors: see } = apiDocs;
const places = ['path', 'query', 'header'] as const;
const names = new Map<string, Label>(namedCodes().map(({ code, name }) => [code, name]));
/** Rights that are no menu and no button. */
const ofNoMenu = ['anyone', 'signedIn', 'guest'] as const;

interface MembersProps {
  title: string;
  members: readonly OutlineMember[];
  /** Members of an answer are read: none is required. */
  isAnswer?: boolean;
}

function Members({ title, members, isAnswer = false }: MembersProps) {
  const { t } = useTranslation();
  const { language } = useFormat();
  return (
    <section>
      <h4>{title}</h4>
      <ul className={styles.members}>
        {members.map(({ name, type, isRequired, words }) => (
          <li key={name}>
            <span>
              <code className={styles.name}>{name}</code>{' '}
              {isRequired && !isAnswer && <Chip tone="warning">{t('apiDocs.required')}</Chip>}
            </span>
            <code className={styles.type}>{type}</code>
            <span>{textIn(words, language)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Who may make the call. */
function Rights({ permission }: Pick<OutlineCall, 'permission'>) {
  const { t } = useTranslation();
  const { language } = useFormat();
  return (
    <section>
      <h4>{t('apiDocs.permission')}</h4>
      <ul className={styles.rights}>
        {permission.map((code) => {
          const open = ofNoMenu.find((one) => one === code);
          if (open) return <li key={code}>{t(`apiDocs.rights.${open}`)}</li>;
          return (
            <li key={code}>
              {textIn(names.get(code), language)} <code className={styles.type}>{code}</code>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function CallDetails({ call }: { call: OutlineCall }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const meanings = useSelector(see.all).refusals;
  const { parameters, permission, body, answer, members, refusals } = call;
  return (
    <div className={styles.details}>
      <div>
        <Button size="small" icon="copy" onClick={() => dispatch(at.copy(callKey(call)))}>
          {t('apiDocs.copy')}
        </Button>
      </div>
      <Rights permission={permission} />
      {places.map((place) => {
        const there = parameters.filter((one) => one.place === place);
        return there.length > 0 && <Members key={place} title={t(`apiDocs.places.${place}`)} members={there} />;
      })}
      {body.length > 0 && <Members title={t('apiDocs.places.body')} members={body} />}
      {members.length > 0 ? (
        <Members isAnswer title={t('apiDocs.answers', { answer })} members={members} />
      ) : (
        <section>
          <h4>{t('apiDocs.answer')}</h4>
          <code className={styles.type}>{answer || t('apiDocs.noJson')}</code>
        </section>
      )}
      <section>
        <h4>{t('apiDocs.refusals')}</h4>
        <ul className={styles.rights}>
          {refusals.map((status) => (
            <li key={status}>
              <code className={styles.name}>{status}</code> {textIn(meanings[status], language)}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** A call in one line, and below it what it takes and answers once it is opened. */
export function CallEntry({ call }: { call: OutlineCall }) {
  const dispatch = useDispatch();
  const { language } = useFormat();
  const key = callKey(call);
  const isOpen = useSelector((state: never) => see.all(state).open.includes(key));
  return (
    <li>
      <h3 className={styles.callHead}>
        <Unfolding isBelow isOpen={isOpen} onToggle={() => dispatch(at.toggle(key))}>
          <Chip tone={call.method === 'GET' ? 'neutral' : 'brand'}>{call.method}</Chip>
          <code className={styles.path}>{call.path}</code>
          <span className={`${text.caption} ${styles.about}`}>{textIn(call.title, language)}</span>
        </Unfolding>
      </h3>
      {isOpen && <CallDetails call={call} />}
    </li>
  );
}
