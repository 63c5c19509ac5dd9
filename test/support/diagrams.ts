/** BPMN files in few words, for tests. */

/** `userTask a name="A" | <child/>`, or a sub-process with elements of its own. */
export type Element = string | { id: string; inner: Element[] };

/** `a>b:id ${condition}`: a flow from a to b, with an id and a condition where they are given. */
export function flow(links: readonly string[]): string[] {
  return links.map((link) => {
    const [, from, to, id = `${from}_${to}`, condition] = /^([^>]+)>([^: ]+)(?::(\S+))?(?: ([\s\S]*))?$/.exec(link)!;
    const body = condition
      ? ` | <conditionExpression xsi:type="tFormalExpression"><![CDATA[${condition}]]></conditionExpression>`
      : '';
    return `sequenceFlow ${id} sourceRef="${from}" targetRef="${to}"${body}`;
  });
}

function written(element: Element): string {
  if (typeof element !== 'string')
    return `<subProcess id="${element.id}">${element.inner.map(written).join('\n')}</subProcess>`;
  const [head = '', ...rest] = element.split(' | ');
  const [, type, id, more = ''] = /^(\S+) (\S+)([\s\S]*)$/.exec(head)!;
  const body = rest
    .join(' | ')
    .replace(/^timer (\S+)$/, '<timerEventDefinition><timeDuration>$1</timeDuration></timerEventDefinition>');
  return `<${type} id="${id}"${more.trim() ? ` ${more.trim()}` : ''}>${body}</${type}>`;
}

/** A file with one process, as Flowable writes it. */
export function diagram(key: string, elements: readonly Element[], name = key): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xmlns:flowable="http://flowable.org/bpmn" xmlns:leasedesk="urn:leasedesk:bpmn" targetNamespace="http://www.flowable.org/processdef">
<process id="${key}" name="${name}" isExecutable="true">
${elements.map(written).join('\n')}
</process>
</definitions>`;
}
