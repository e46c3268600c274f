{{/* What the pods of a component and of its migration have in common. Arguments: root, name, component, components. */}}
{{- define "parley.podBasics" -}}
automountServiceAccountToken: false
# The variables that Kubernetes derives from Services would stand beside the settings.
enableServiceLinks: false
securityContext: {{- include "parley.podSecurity" 10001 | nindent 2 }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .component.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .component.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .component.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: tmp
    emptyDir: {}
  - name: home
    {{- if .root.Values.files.existingClaim }}
    persistentVolumeClaim: { claimName: {{ .root.Values.files.existingClaim }} }
    {{- else }}
    emptyDir: {}
    {{- end }}
  {{- if include "parley.smtpTls" . }}
  - name: smtp-tls
    secret: { secretName: {{ .component.smtp.tlsSecret }} }
  {{- end }}
{{- end -}}

{{/* Whether the SMTP of a component has a certificate. */}}
{{- define "parley.smtpTls" -}}
{{- if and .component.smtpPort .component.smtp.tlsSecret }}yes{{ end -}}
{{- end -}}

{{- define "parley.containerBasics" -}}
image: {{ include "parley.image" . | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext: {{- include "parley.containerSecurity" . | nindent 2 }}
env: {{- include "parley.environment" . | trim | nindent 2 }}
resources: {{- toYaml .component.resources | nindent 2 }}
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  - { name: home, mountPath: /var/lib/parley }
  {{- if include "parley.smtpTls" . }}
  - { name: smtp-tls, mountPath: /etc/parley/smtp, readOnly: true }
  {{- end }}
{{- end -}}

{{- define "parley.probes" -}}
{{- $http := eq .component.surface "http" -}}
{{- $port := ternary "http" "ops" $http -}}
# It waits for engines that are away, and says so on /readyz: that is no reason to start it again.
startupProbe:
  httpGet: { path: /healthz, port: {{ $port }} }
  periodSeconds: 2
  timeoutSeconds: 5
  failureThreshold: 30
{{- if $http }}
# Not /readyz: were one service away, every gateway would leave, and with it what the others can still answer.
readinessProbe:
  httpGet: { path: /startupz, port: http }
  periodSeconds: 5
  timeoutSeconds: 3
{{- else }}
# SERVING from when it has what it needs until it drains. An engine that is away makes calls fail, not every replica leave at once.
readinessProbe:
  grpc: { port: 50051 }
  periodSeconds: 5
  timeoutSeconds: 3
{{- end }}
livenessProbe:
  httpGet: { path: /healthz, port: {{ $port }} }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- end -}}

{{/* Engines of a trial start beside the apps, which would fail meanwhile and be started again ever later. */}}
{{- define "parley.awaitEngines" -}}
name: engines
image: {{ include "parley.image" . | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext: {{- include "parley.containerSecurity" . | nindent 2 }}
resources: {{- toYaml .component.resources | nindent 2 }}
command:
  - node
  - -e
  - |
    const reach = ([host, port], done) => {
      const socket = require('node:net').connect({ host, port }, () => done(socket.destroy()));
      socket.on('error', () => setTimeout(reach, 1000, [host, port], done));
    };
    for (const engine of process.argv.slice(1)) reach(engine.split(':'), () => console.log(engine));
  {{- range $name, $engine := .root.Values.trialEngines.engines }}
  - {{ include "parley.fullname" $.root }}-trial-{{ $name }}:{{ $engine.port }}
  {{- end }}
{{- end -}}

{{- define "parley.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "parley.fullname" .root }}-{{ .name }}
  labels: {{- include "parley.labels" . | nindent 4 }}
spec:
  {{- if not .component.autoscaling.enabled }}
  replicas: {{ .component.replicas }}
  {{- end }}
  revisionHistoryLimit: 3
  strategy:
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  selector:
    matchLabels: {{- include "parley.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "parley.selector" . | nindent 8 }}
        {{- with .component.podLabels }}{{ toYaml . | nindent 8 }}{{ end }}
      {{- with .component.podAnnotations }}
      annotations: {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      serviceAccountName: {{ include "parley.serviceAccountName" . }}
      terminationGracePeriodSeconds: {{ .component.terminationGracePeriodSeconds }}
      {{- include "parley.podBasics" . | nindent 6 }}
      {{- with .component.affinity }}
      affinity: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- if .component.topologySpread }}
      topologySpreadConstraints:
        {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
        - topologyKey: {{ . }}
          maxSkew: 1
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {{- include "parley.selector" $ | nindent 14 }}
        {{- end }}
      {{- end }}
      {{- if .root.Values.trialEngines.enabled }}
      initContainers:
        - {{ include "parley.awaitEngines" . | trim | nindent 10 | trim }}
      {{- end }}
      containers:
        - name: {{ .name }}
          {{- include "parley.containerBasics" . | nindent 10 }}
          ports:
            {{- if eq .component.surface "http" }}
            - { name: http, containerPort: 3000 }
            {{- else }}
            - { name: grpc, containerPort: 50051 }
            - { name: ops, containerPort: 9464 }
            {{- end }}
            {{- with .component.socketPort }}
            - { name: socket, containerPort: {{ . }} }
            {{- end }}
            {{- with .component.smtpPort }}
            - { name: smtp, containerPort: {{ . }} }
            {{- end }}
          {{- include "parley.probes" . | nindent 10 }}
{{- end -}}

{{/* Applies what a release brings before its pods start; run again, it changes nothing. */}}
{{- define "parley.migration" -}}
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ include "parley.fullname" .root }}-{{ .name }}-migrate
  labels: {{- include "parley.labels" (dict "root" .root "name" (printf "%s-migrate" .name)) | nindent 4 }}
  annotations:
    helm.sh/hook: pre-upgrade
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
spec:
  backoffLimit: 3
  activeDeadlineSeconds: {{ .root.Values.migrations.activeDeadlineSeconds }}
  template:
    metadata:
      # Not the component's own labels: no Service may send it calls.
      labels: {{- include "parley.selector" (dict "root" .root "name" (printf "%s-migrate" .name)) | nindent 8 }}
    spec:
      restartPolicy: Never
      {{- include "parley.podBasics" . | nindent 6 }}
      containers:
        - name: migrate
          args: [migrate]
          {{- include "parley.containerBasics" . | nindent 10 }}
{{- end -}}
