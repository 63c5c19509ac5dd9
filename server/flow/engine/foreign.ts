/** What other engines of the family would do differently, and this one does not do: named instead of passed over. */
import { extensions, textOf } from './extensions';
import type { FaultCode } from './faults';
import type { XmlNode } from './xml';

const family = /^(?:flowable|camunda|activiti):/;
/** Attributes that are read, or that have a fault of their own. */
const read =
  'assignee,candidateUsers,candidateGroups,candidatePosts,dueDate,collection,elementVariable,initiator,class,expression,delegateExpression,type,topic,resource';
/** Attributes that change neither who handles a step nor whether and when it comes. */
const harmless =
  'formKey,formRef,formRefBinding,formRefVersion,formHandlerClass,formFieldValidation,validateFormFields,formProperty,sameDeployment,priority,jobPriority,taskPriority,followUpDate,category,description,versionTag,historyTimeToLive,exclusive,resultVariable,resultVariableName,useLocalScopeForResultVariable,storeResultVariableAsTransient,elementIndexVariable,extensionId,modelerVersion,diagramRelationId';
/** Where work is put off to another transaction; here each step is one of its own. */
const transactions = 'async,asyncBefore,asyncAfter,asyncLeave,asyncLeaveExclusive';
const passed = new Set([read, harmless, transactions].flatMap((names) => names.split(',')));
/** Values with which an attribute says that nothing is different. */
const usual: Readonly<Record<string, string>> = {
  isStartableInTasklist: 'true',
  isForCompensation: 'false',
  startQuantity: '1',
  completionQuantity: '1',
  'drools:adHoc': 'false',
  behavior: 'All',
};
/** Attributes of the standard itself that change whether or how often a step is done. */
const ofStandard = ['isForCompensation', 'startQuantity', 'completionQuantity', 'behavior'];
/** What jBPM and Zeebe decide by; all else of theirs describes, draws, or has a fault of its own. */
const ofOthers = new Set([
  ...['drools:taskName', 'drools:adHoc', 'drools:onEntry-script', 'drools:onExit-script'],
  ...['zeebe:assignmentDefinition', 'zeebe:loopCharacteristics', 'zeebe:taskSchedule', 'zeebe:calledElement'],
  ...['zeebe:executionListeners', 'zeebe:taskListeners'],
]);
/** Extension elements that are read, have a fault of their own, or only describe. */
const passedElements =
  /^(?:formProperty|formData|properties|property|field|title|param|inputOutput|ioMapping|connector|script|taskDefinition|(?:execution|task)Listener)$/;
/** Elements of the standard that name people. */
const roles = /^bpmn:(?:potentialOwner|humanPerformer|performer|resourceRole)$/;
/** Parts of an element that belong to it alone. */
const parts =
  /^bpmn:(?:multiInstanceLoopCharacteristics|conditionExpression|timerEventDefinition|terminateEventDefinition|timeDuration|timeDate)$/;

function foreignAttributes({ attributes }: XmlNode): string[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    const local = name.replace(family, '');
    const isForeign = local !== name ? !passed.has(local) : ofStandard.includes(name) || ofOthers.has(name);
    return isForeign && value.trim() !== '' && value.trim() !== usual[local] ? [name] : [];
  });
}

/** Faults of one element, of the parts of it, and of its extension elements. */
export function foreignFaults(element: XmlNode): { code: FaultCode; at: string }[] {
  const own = [element, ...element.children.filter(({ name }) => parts.test(name))];
  const loop = own.find(({ name }) => name === 'bpmn:multiInstanceLoopCharacteristics');
  const cardinality = loop?.children.find(({ name }) => name === 'bpmn:loopCardinality');
  return [
    ...own.flatMap(foreignAttributes).map((at) => ({ code: 'foreignAttribute' as const, at })),
    ...extensions(element)
      .filter(({ name }) => ofOthers.has(name) || (family.test(name) && !passedElements.test(name.replace(family, ''))))
      .map(({ name }) => ({ code: 'foreignElement' as const, at: name })),
    ...element.children
      .filter(({ name, children }) => roles.test(name) && children.length > 0)
      .map(({ name }) => ({ code: 'roleOfStandard' as const, at: name.slice('bpmn:'.length) })),
    ...(textOf(cardinality) ? [{ code: 'foreignElement' as const, at: 'loopCardinality' }] : []),
  ];
}
