/** Schemas of the answers of workflow. */
import Type from 'typebox';
import { amount, id, list, model, nullable, oneOf, optional, shape, text, whole } from '../../kernel/schemas';

export { amount, nullable };

/** Fields of a form: see `contract/schema/fields.ts`. */
const fields = Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()));
const values = Type.Record(Type.String(), Type.Unknown());

export const activity = model(
  'FlowActivity',
  shape({
    historyActivityId: text(),
    historyActivityName: text(),
    historyActivityType: text(),
    historyActivityDurationTime: text(),
    assignee: text(),
    assigneeName: text(),
    candidateNames: text(),
    createTime: text(),
    endTime: text(),
    comment: text(),
    outcome: oneOf('approved', 'rejected', 'returned', 'cancelled', 'transferred', ''),
  }),
);

export const openTask = shape({
  taskId: id(),
  taskName: text(),
  assigneeName: text(),
  candidateNames: text(),
  isStuck: Type.Boolean(),
});

export const view = shape({
  xml: text(),
  flow: list(shape({ historyActivityId: text(), historyActivityType: text(), endTime: text() })),
});

export const taskDetail = shape({
  taskId: id(),
  taskName: text(),
  processInstanceId: id(),
  processDefinitionId: id(),
  processDefinitionName: text(),
  category: text(),
  businessTable: text(),
  businessId: text(),
  assignee: text(),
  assigneeName: text(),
  startUserName: text(),
  startTime: text(),
  dueTime: text(),
  status: oneOf('claim', 'todo', 'done'),
  may: list(oneOf('claim', 'release', 'complete', 'reject', 'delegate', 'addSigner')),
  steps: list(shape({ id: text(), name: text() })),
  fields,
  given: shape({ fields, values }),
  record: nullable(shape({ module: text(), id: id(), name: text() })),
});

export const instanceDetail = shape({
  processInstanceId: id(),
  processDefinitionId: id(),
  processDefinitionName: text(),
  category: text(),
  businessTable: text(),
  businessId: text(),
  startUserName: text(),
  startTime: text(),
  endTime: text(),
  state: whole(),
  reason: text(),
  taskName: text(),
  assigneeName: text(),
  stuckName: text(),
  may: list(oneOf('withdraw', 'remind')),
  given: shape({ fields, values }),
  record: nullable(shape({ module: text(), id: id(), name: text() })),
});

export const startForm = shape({ processDefinitionId: id(), name: text(), category: text(), fields });

export const started = shape({ processInstanceId: id() });

export const people = list(shape({ id: id(), name: text(), note: text() }));

export const fault = model(
  'DeployFault',
  shape({ elementId: text(), elementName: text(), elementType: text(), text: text() }),
);

export const deployed = list(
  shape({ tenantId: text(), processDefinitionId: id(), key: text(), name: text(), version: whole() }),
);

export const modelVersion = shape({ version: whole(), savedBy: text(), savedTime: text() });

export const flowAction = shape({ key: text(), title: text(), text: text() });

export const leaveDetail = shape({
  id: id(),
  processDefinitionId: id(),
  processInstanceId: id(),
  taskUser: id(),
  taskUserName: text(),
  startTime: text(),
  endTime: text(),
  reason: text(),
  applyUser: id(),
  applyUserName: text(),
  applyTime: text(),
  status: whole(),
  days: whole(),
  statusReason: text(),
  flow: shape({
    taskId: text(),
    taskName: text(),
    assignee: text(),
    assigneeName: text(),
    processInstanceId: text(),
    processDefinitionId: text(),
    processDefinitionName: text(),
    processIsFinished: oneOf('finished', 'unfinished'),
  }),
});

/** Values of a form in a body; read as it is, judged by the form. */
export const variablesBody = Type.Object({ variables: optional(values) });
