/** The shipped processes of approvals. A tenant changes them in the designer and deploys them again. */

/** Another person than the one who asks, who holds the right to decide on such deeds, decides. */
export const secondPersonDiagram = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn" xmlns:leasedesk="urn:leasedesk:bpmn" targetNamespace="http://leasedesk/approval" id="second_person_definitions">
  <process id="second_person" name="双人复核" isExecutable="true">
    <documentation>由申请人以外、有权审批该操作的人员复核。</documentation>
    <extensionElements>
      <leasedesk:title language="en" text="Second person" />
    </extensionElements>
    <startEvent id="begin" name="提交申请">
      <extensionElements>
        <leasedesk:title language="en" text="Request" />
      </extensionElements>
    </startEvent>
    <userTask id="review" name="复核" flowable:candidateGroups="\${deciders}" leasedesk:otherPerson="true">
      <extensionElements>
        <leasedesk:title language="en" text="Review" />
      </extensionElements>
    </userTask>
    <exclusiveGateway id="decided" name="是否通过" default="refuse">
      <extensionElements>
        <leasedesk:title language="en" text="Approved?" />
      </extensionElements>
    </exclusiveGateway>
    <endEvent id="approved" name="通过">
      <extensionElements>
        <leasedesk:title language="en" text="Approved" />
      </extensionElements>
    </endEvent>
    <endEvent id="rejected" name="驳回">
      <extensionElements>
        <leasedesk:title language="en" text="Rejected" />
      </extensionElements>
    </endEvent>
    <sequenceFlow id="ask" sourceRef="begin" targetRef="review" />
    <sequenceFlow id="decide" sourceRef="review" targetRef="decided" />
    <sequenceFlow id="agree" sourceRef="decided" targetRef="approved" name="同意">
      <extensionElements>
        <leasedesk:title language="en" text="Approve" />
      </extensionElements>
      <conditionExpression xsi:type="tFormalExpression">\${pass == true}</conditionExpression>
    </sequenceFlow>
    <sequenceFlow id="refuse" sourceRef="decided" targetRef="rejected" name="驳回">
      <extensionElements>
        <leasedesk:title language="en" text="Reject" />
      </extensionElements>
    </sequenceFlow>
  </process>
  <bpmndi:BPMNDiagram id="second_person_diagram">
    <bpmndi:BPMNPlane id="second_person_plane" bpmnElement="second_person">
      <bpmndi:BPMNShape id="begin_shape" bpmnElement="begin">
        <dc:Bounds x="82" y="142" width="36" height="36" />
        <bpmndi:BPMNLabel>
          <dc:Bounds x="60" y="183" width="80" height="14" />
        </bpmndi:BPMNLabel>
      </bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="review_shape" bpmnElement="review">
        <dc:Bounds x="180" y="120" width="120" height="80" />
      </bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="decided_shape" bpmnElement="decided" isMarkerVisible="true">
        <dc:Bounds x="365" y="135" width="50" height="50" />
        <bpmndi:BPMNLabel>
          <dc:Bounds x="350" y="190" width="80" height="14" />
        </bpmndi:BPMNLabel>
      </bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="approved_shape" bpmnElement="approved">
        <dc:Bounds x="502" y="142" width="36" height="36" />
        <bpmndi:BPMNLabel>
          <dc:Bounds x="480" y="183" width="80" height="14" />
        </bpmndi:BPMNLabel>
      </bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="rejected_shape" bpmnElement="rejected">
        <dc:Bounds x="372" y="272" width="36" height="36" />
        <bpmndi:BPMNLabel>
          <dc:Bounds x="350" y="313" width="80" height="14" />
        </bpmndi:BPMNLabel>
      </bpmndi:BPMNShape>
      <bpmndi:BPMNEdge id="ask_edge" bpmnElement="ask">
        <di:waypoint x="118" y="160" />
        <di:waypoint x="180" y="160" />
      </bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="decide_edge" bpmnElement="decide">
        <di:waypoint x="300" y="160" />
        <di:waypoint x="365" y="160" />
      </bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="agree_edge" bpmnElement="agree">
        <di:waypoint x="415" y="160" />
        <di:waypoint x="502" y="160" />
        <bpmndi:BPMNLabel>
          <dc:Bounds x="438" y="142" width="60" height="14" />
        </bpmndi:BPMNLabel>
      </bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="refuse_edge" bpmnElement="refuse">
        <di:waypoint x="390" y="185" />
        <di:waypoint x="390" y="272" />
        <bpmndi:BPMNLabel>
          <dc:Bounds x="396" y="221" width="60" height="14" />
        </bpmndi:BPMNLabel>
      </bpmndi:BPMNEdge>
    </bpmndi:BPMNPlane>
  </bpmndi:BPMNDiagram>
</definitions>
`;

/** Three different people: the first reviewer decides up to 100,000 yuan, risk as well up to 500,000, and the last reviewer above that. */
export const creditApprovalDiagram = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn" xmlns:leasedesk="urn:leasedesk:bpmn" targetNamespace="http://leasedesk/approval" id="credit_approval_definitions">
  <process id="credit_approval" name="授信审批" isExecutable="true">
    <documentation>10 万元以内由业务初审，超过 10 万元加风控审核，超过 50 万元加终审；各步骤由不同人员办理。</documentation>
    <extensionElements>
      <leasedesk:title language="en" text="Credit approval" />
    </extensionElements>
    <startEvent id="begin" name="提交申请">
      <extensionElements>
        <leasedesk:title language="en" text="Request" />
      </extensionElements>
    </startEvent>
    <userTask id="first" name="业务初审" flowable:candidateGroups="permission:approval_first" leasedesk:otherPerson="true">
      <extensionElements>
        <leasedesk:title language="en" text="First review" />
      </extensionElements>
    </userTask>
    <exclusiveGateway id="firstDecided" name="初审通过" default="firstRefuse">
      <extensionElements>
        <leasedesk:title language="en" text="Approved?" />
      </extensionElements>
    </exclusiveGateway>
    <exclusiveGateway id="size" name="金额" default="small">
      <extensionElements>
        <leasedesk:title language="en" text="Amount" />
      </extensionElements>
    </exclusiveGateway>
    <userTask id="risk" name="风控审核" flowable:candidateGroups="permission:approval_risk" leasedesk:otherPerson="true">
      <extensionElements>
        <leasedesk:title language="en" text="Risk review" />
      </extensionElements>
    </userTask>
    <exclusiveGateway id="riskDecided" name="风控通过" default="riskRefuse">
      <extensionElements>
        <leasedesk:title language="en" text="Approved?" />
      </extensionElements>
    </exclusiveGateway>
    <exclusiveGateway id="largeSize" name="金额" default="medium">
      <extensionElements>
        <leasedesk:title language="en" text="Amount" />
      </extensionElements>
    </exclusiveGateway>
    <userTask id="final" name="终审" flowable:candidateGroups="permission:approval_final" leasedesk:otherPerson="true">
      <extensionElements>
        <leasedesk:title language="en" text="Final decision" />
      </extensionElements>
    </userTask>
    <exclusiveGateway id="finalDecided" name="终审通过" default="finalRefuse">
      <extensionElements>
        <leasedesk:title language="en" text="Approved?" />
      </extensionElements>
    </exclusiveGateway>
    <endEvent id="approved" name="通过">
      <extensionElements>
        <leasedesk:title language="en" text="Approved" />
      </extensionElements>
    </endEvent>
    <endEvent id="rejected" name="驳回">
      <extensionElements>
        <leasedesk:title language="en" text="Rejected" />
      </extensionElements>
    </endEvent>
    <sequenceFlow id="ask" sourceRef="begin" targetRef="first" />
    <sequenceFlow id="firstDone" sourceRef="first" targetRef="firstDecided" />
    <sequenceFlow id="firstAgree" sourceRef="firstDecided" targetRef="size" name="同意">
      <extensionElements>
        <leasedesk:title language="en" text="Approve" />
      </extensionElements>
      <conditionExpression xsi:type="tFormalExpression">\${pass == true}</conditionExpression>
    </sequenceFlow>
    <sequenceFlow id="firstRefuse" sourceRef="firstDecided" targetRef="rejected" name="驳回">
      <extensionElements>
        <leasedesk:title language="en" text="Reject" />
      </extensionElements>
    </sequenceFlow>
    <sequenceFlow id="sizeable" sourceRef="size" targetRef="risk" name="超过 10 万">
      <extensionElements>
        <leasedesk:title language="en" text="Over 100,000" />
      </extensionElements>
      <conditionExpression xsi:type="tFormalExpression">\${amount &gt; 100000}</conditionExpression>
    </sequenceFlow>
    <sequenceFlow id="small" sourceRef="size" targetRef="approved" />
    <sequenceFlow id="riskDone" sourceRef="risk" targetRef="riskDecided" />
    <sequenceFlow id="riskAgree" sourceRef="riskDecided" targetRef="largeSize" name="同意">
      <extensionElements>
        <leasedesk:title language="en" text="Approve" />
      </extensionElements>
      <conditionExpression xsi:type="tFormalExpression">\${pass == true}</conditionExpression>
    </sequenceFlow>
    <sequenceFlow id="riskRefuse" sourceRef="riskDecided" targetRef="rejected" name="驳回">
      <extensionElements>
        <leasedesk:title language="en" text="Reject" />
      </extensionElements>
    </sequenceFlow>
    <sequenceFlow id="large" sourceRef="largeSize" targetRef="final" name="超过 50 万">
      <extensionElements>
        <leasedesk:title language="en" text="Over 500,000" />
      </extensionElements>
      <conditionExpression xsi:type="tFormalExpression">\${amount &gt; 500000}</conditionExpression>
    </sequenceFlow>
    <sequenceFlow id="medium" sourceRef="largeSize" targetRef="approved" />
    <sequenceFlow id="finalDone" sourceRef="final" targetRef="finalDecided" />
    <sequenceFlow id="finalAgree" sourceRef="finalDecided" targetRef="approved" name="同意">
      <extensionElements>
        <leasedesk:title language="en" text="Approve" />
      </extensionElements>
      <conditionExpression xsi:type="tFormalExpression">\${pass == true}</conditionExpression>
    </sequenceFlow>
    <sequenceFlow id="finalRefuse" sourceRef="finalDecided" targetRef="rejected" name="驳回">
      <extensionElements>
        <leasedesk:title language="en" text="Reject" />
      </extensionElements>
    </sequenceFlow>
  </process>
  <bpmndi:BPMNDiagram id="credit_approval_diagram">
    <bpmndi:BPMNPlane id="credit_approval_plane" bpmnElement="credit_approval">
      <bpmndi:BPMNShape id="begin_shape" bpmnElement="begin">
        <dc:Bounds x="82" y="142" width="36" height="36" />
        <bpmndi:BPMNLabel>
          <dc:Bounds x="60" y="183" width="80" height="14" />
        </bpmndi:BPMNLabel>
      </bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="first_shape" bpmnElement="first">
        <dc:Bounds x="180" y="120" width="120" height="80" />
      </bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="firstDecided_shape" bpmnElement="firstDecided" isMarkerVisible="true">
        <dc:Bounds x="365" y="135" width="50" height="50" />
        <bpmndi:BPMNLabel>
          <dc:Bounds x="350" y="190" width="80" height="14" />
        </bpmndi:BPMNLabel>
      </bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="size_shape" bpmnElement="size" isMarkerVisible="true">
        <dc:Bounds x="485" y="135" width="50" height="50" />
        <bpmndi:BPMNLabel>
          <dc:Bounds x="470" y="190" width="80" height="14" />
        </bpmndi:BPMNLabel>
      </bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="risk_shape" bpmnElement="risk">
        <dc:Bounds x="600" y="120" width="120" height="80" />
      </bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="riskDecided_shape" bpmnElement="riskDecided" isMarkerVisible="true">
        <dc:Bounds x="785" y="135" width="50" height="50" />
        <bpmndi:BPMNLabel>
          <dc:Bounds x="770" y="190" width="80" height="14" />
        </bpmndi:BPMNLabel>
      </bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="largeSize_shape" bpmnElement="largeSize" isMarkerVisible="true">
        <dc:Bounds x="905" y="135" width="50" height="50" />
        <bpmndi:BPMNLabel>
          <dc:Bounds x="890" y="190" width="80" height="14" />
        </bpmndi:BPMNLabel>
      </bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="final_shape" bpmnElement="final">
        <dc:Bounds x="1020" y="120" width="120" height="80" />
      </bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="finalDecided_shape" bpmnElement="finalDecided" isMarkerVisible="true">
        <dc:Bounds x="1205" y="135" width="50" height="50" />
        <bpmndi:BPMNLabel>
          <dc:Bounds x="1190" y="190" width="80" height="14" />
        </bpmndi:BPMNLabel>
      </bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="approved_shape" bpmnElement="approved">
        <dc:Bounds x="1342" y="142" width="36" height="36" />
        <bpmndi:BPMNLabel>
          <dc:Bounds x="1320" y="183" width="80" height="14" />
        </bpmndi:BPMNLabel>
      </bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="rejected_shape" bpmnElement="rejected">
        <dc:Bounds x="792" y="312" width="36" height="36" />
        <bpmndi:BPMNLabel>
          <dc:Bounds x="770" y="353" width="80" height="14" />
        </bpmndi:BPMNLabel>
      </bpmndi:BPMNShape>
      <bpmndi:BPMNEdge id="ask_edge" bpmnElement="ask">
        <di:waypoint x="118" y="160" />
        <di:waypoint x="180" y="160" />
      </bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="firstDone_edge" bpmnElement="firstDone">
        <di:waypoint x="300" y="160" />
        <di:waypoint x="365" y="160" />
      </bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="firstAgree_edge" bpmnElement="firstAgree">
        <di:waypoint x="415" y="160" />
        <di:waypoint x="485" y="160" />
        <bpmndi:BPMNLabel>
          <dc:Bounds x="430" y="142" width="60" height="14" />
        </bpmndi:BPMNLabel>
      </bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="firstRefuse_edge" bpmnElement="firstRefuse">
        <di:waypoint x="390" y="185" />
        <di:waypoint x="390" y="330" />
        <di:waypoint x="792" y="330" />
        <bpmndi:BPMNLabel>
          <dc:Bounds x="396" y="250" width="60" height="14" />
        </bpmndi:BPMNLabel>
      </bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="sizeable_edge" bpmnElement="sizeable">
        <di:waypoint x="535" y="160" />
        <di:waypoint x="600" y="160" />
        <bpmndi:BPMNLabel>
          <dc:Bounds x="547" y="142" width="60" height="14" />
        </bpmndi:BPMNLabel>
      </bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="small_edge" bpmnElement="small">
        <di:waypoint x="510" y="135" />
        <di:waypoint x="510" y="50" />
        <di:waypoint x="1360" y="50" />
        <di:waypoint x="1360" y="142" />
      </bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="riskDone_edge" bpmnElement="riskDone">
        <di:waypoint x="720" y="160" />
        <di:waypoint x="785" y="160" />
      </bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="riskAgree_edge" bpmnElement="riskAgree">
        <di:waypoint x="835" y="160" />
        <di:waypoint x="905" y="160" />
        <bpmndi:BPMNLabel>
          <dc:Bounds x="850" y="142" width="60" height="14" />
        </bpmndi:BPMNLabel>
      </bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="riskRefuse_edge" bpmnElement="riskRefuse">
        <di:waypoint x="810" y="185" />
        <di:waypoint x="810" y="312" />
        <bpmndi:BPMNLabel>
          <dc:Bounds x="816" y="241" width="60" height="14" />
        </bpmndi:BPMNLabel>
      </bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="large_edge" bpmnElement="large">
        <di:waypoint x="955" y="160" />
        <di:waypoint x="1020" y="160" />
        <bpmndi:BPMNLabel>
          <dc:Bounds x="967" y="142" width="60" height="14" />
        </bpmndi:BPMNLabel>
      </bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="medium_edge" bpmnElement="medium">
        <di:waypoint x="930" y="135" />
        <di:waypoint x="930" y="80" />
        <di:waypoint x="1345" y="80" />
        <di:waypoint x="1350" y="145" />
      </bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="finalDone_edge" bpmnElement="finalDone">
        <di:waypoint x="1140" y="160" />
        <di:waypoint x="1205" y="160" />
      </bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="finalAgree_edge" bpmnElement="finalAgree">
        <di:waypoint x="1255" y="160" />
        <di:waypoint x="1342" y="160" />
        <bpmndi:BPMNLabel>
          <dc:Bounds x="1278" y="142" width="60" height="14" />
        </bpmndi:BPMNLabel>
      </bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="finalRefuse_edge" bpmnElement="finalRefuse">
        <di:waypoint x="1230" y="185" />
        <di:waypoint x="1230" y="330" />
        <di:waypoint x="828" y="330" />
        <bpmndi:BPMNLabel>
          <dc:Bounds x="1236" y="250" width="60" height="14" />
        </bpmndi:BPMNLabel>
      </bpmndi:BPMNEdge>
    </bpmndi:BPMNPlane>
  </bpmndi:BPMNDiagram>
</definitions>
`;
