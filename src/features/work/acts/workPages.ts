/** Where the pages of a process are: below an address that the category of the process names. */
import { matchPath } from 'react-router-dom';
import { isId } from '../../../../contract/domain/values';
import type { MenuItem } from '../../../store/navigation/menu';
import { processPath } from '../../../store/navigation/routes';

/** A page of a process, with the parts of its address. Empty ids are those that the process does not have. */
export type ProcessPage =
  | { kind: 'form'; processDefinitionId: string }
  | { kind: 'handle'; taskId: string; processInstanceId: string; businessId: string }
  | { kind: 'detail'; processInstanceId: string; businessId: string };

/** The address of processes whose category leads nowhere else. */
const generalPath = `${processPath}general`;
/** Stands in an address for the id of a record that the process does not have. */
const noRecord = '0';

/** The address of a page. `flows`: the processes of the dictionary, whose code is the category. */
export function processAddressOf(flows: readonly MenuItem[], category: string | null, page: ProcessPage): string {
  const base = flows.find(({ code }) => code === category)?.path ?? generalPath;
  const record = 'businessId' in page ? page.businessId || noRecord : '';
  if (page.kind === 'form') return `${base}/form/${page.processDefinitionId}`;
  if (page.kind === 'handle') return `${base}/handle/${page.taskId}/${page.processInstanceId}/${record}`;
  return `${base}/detail/${page.processInstanceId}/${record}`;
}

/** The page below the address of a process; undefined for an address without one. */
export function processPageIn(rest: string): ProcessPage | undefined {
  const match = (pattern: string) => matchPath({ path: pattern, caseSensitive: true }, `/${rest}`)?.params;
  const form = match('/form/:processDefinitionId');
  if (form && isId(form.processDefinitionId)) return { kind: 'form', processDefinitionId: form.processDefinitionId };
  const handle = match('/handle/:taskId/:processInstanceId/:businessId');
  const detail = match('/detail/:processInstanceId/:businessId');
  const { taskId = '', processInstanceId = '', businessId = '' } = handle ?? (detail as typeof handle) ?? {};
  if (!isId(processInstanceId)) return undefined;
  const record = businessId === noRecord ? '' : businessId;
  if (handle && isId(taskId)) return { kind: 'handle', taskId, processInstanceId, businessId: record };
  return detail ? { kind: 'detail', processInstanceId, businessId: record } : undefined;
}
