{{- define "parley.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* Labels that select the pods of one component. Arguments: root, name. */}}
{{- define "parley.selector" -}}
app.kubernetes.io/name: {{ default .root.Chart.Name .root.Values.nameOverride }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end -}}

{{- define "parley.labels" -}}
{{ include "parley.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end -}}

{{/* Labels of what belongs to no single component. Arguments: root, name. */}}
{{- define "parley.sharedLabels" -}}
{{ include "parley.labels" . }}
{{- end -}}

{{/* The components with their defaults, those that are off included, as JSON. */}}
{{- define "parley.components" -}}
{{- $all := dict -}}
{{- range $name, $own := .Values.components -}}
{{- $_ := set $all $name (mergeOverwrite (deepCopy $.Values.defaults) (deepCopy (default dict $own))) -}}
{{- end -}}
{{- range $name, $component := $all -}}
{{- range concat $component.calledBy (compact (list $component.runsWith)) -}}
{{- if not (hasKey $all .) -}}{{- fail (printf "components.%s names %s, which is no component" $name .) -}}{{- end -}}
{{- end -}}
{{- $isLeftOut := false -}}
{{- if and $component.runsWith (not (hasKey (default dict (index $.Values.components $name)) "enabled")) -}}
{{- $isLeftOut = not (index $all $component.runsWith).enabled -}}
{{- if $isLeftOut -}}{{- $_ := set $component "enabled" false -}}{{- end -}}
{{- end -}}
{{- /* Its callers in a release without it keep the default of their setting. */ -}}
{{- if or $component.enabled $component.target -}}
{{- range $component.calledBy -}}
{{- $caller := index $all . -}}
{{- $_ := set $caller "calls" (append $caller.calls $name | uniq) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- $all | toJson -}}
{{- end -}}

{{/* Image of a component. Arguments: root, name, component. */}}
{{- define "parley.image" -}}
{{- $base := printf "%s/%s" (trimSuffix "/" .root.Values.image.repository) .name -}}
{{- if .component.image -}}
{{- .component.image -}}
{{- else if .component.imageDigest -}}
{{- printf "%s@%s" $base .component.imageDigest -}}
{{- else -}}
{{- printf "%s:%s" $base (default .root.Chart.AppVersion .root.Values.image.tag) -}}
{{- end -}}
{{- end -}}

{{/* Where a component is called. Arguments: root, name, components. */}}
{{- define "parley.target" -}}
{{- $callee := index .components .name -}}
{{- if $callee.target -}}
{{- $callee.target -}}
{{- else if $callee.enabled -}}
{{- printf "dns:///%s-%s:50051" (include "parley.fullname" .root) .name -}}
{{- else -}}
{{- fail (printf "components.%s is off but called: say in components.%s.target where it is, e.g. dns:///parley-%s.support:50051" .name .name .name) -}}
{{- end -}}
{{- end -}}

{{- define "parley.serviceAccountName" -}}
{{- if .root.Values.serviceAccounts.create -}}
{{- printf "%s-%s" (include "parley.fullname" .root) .name -}}
{{- else -}}
default
{{- end -}}
{{- end -}}

{{/* Bytes of a Secret's key that exist already, else the given text. Arguments: root, secret, key, text. */}}
{{- define "parley.kept" -}}
{{- $found := lookup "v1" "Secret" .root.Release.Namespace .secret -}}
{{- $data := default dict (default dict $found).data -}}
{{- if hasKey $data .key -}}
{{- index $data .key -}}
{{- else -}}
{{- .text | b64enc -}}
{{- end -}}
{{- end -}}

{{- define "parley.keysSecret" -}}
{{- default (printf "%s-keys" (include "parley.fullname" .)) .Values.keys.existingSecret -}}
{{- end -}}

{{- define "parley.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ . }}
runAsGroup: {{ . }}
fsGroup: {{ . }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "parley.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}
