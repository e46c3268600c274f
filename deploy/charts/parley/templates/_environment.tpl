{{/* The environment of a component, as a list of EnvVars. Arguments: root, name, component, components. */}}
{{- define "parley.environment" -}}
{{- $root := .root -}}
{{- $fullname := include "parley.fullname" $root -}}
{{- $plain := dict "PARLEY_HOME" "/var/lib/parley" -}}
{{- $secret := dict -}}
{{- if eq .component.surface "http" -}}
{{- $_ := set $plain "HOST" "0.0.0.0" -}}
{{- $_ := set $plain "PORT" "3000" -}}
{{- else -}}
{{- $_ := set $plain "GRPC_ADDRESS" "0.0.0.0:50051" -}}
{{- $_ := set $plain "OPS_ADDRESS" "0.0.0.0:9464" -}}
{{- end -}}
{{- with .component.socketPort -}}
{{- $_ := set $plain (printf "%s_HOST" (upper $.name | replace "-" "_")) "0.0.0.0" -}}
{{- $_ := set $plain (printf "%s_PORT" (upper $.name | replace "-" "_")) (toString .) -}}
{{- end -}}
{{- with .component.smtpPort -}}
{{- $_ := set $plain (printf "%s_HOST" (upper $.name | replace "-" "_")) "0.0.0.0" -}}
{{- $_ := set $plain (printf "%s_PORT" (upper $.name | replace "-" "_")) (toString .) -}}
{{- if include "parley.smtpTls" $ -}}
{{- $_ := set $plain (printf "%s_TLS_CERT" (upper $.name | replace "-" "_")) "/etc/parley/smtp/tls.crt" -}}
{{- $_ := set $plain (printf "%s_TLS_KEY" (upper $.name | replace "-" "_")) "/etc/parley/smtp/tls.key" -}}
{{- end -}}
{{- end -}}
{{- range .component.calls -}}
{{- if not (hasKey $.components .) -}}{{- fail (printf "components.%s calls %s, which is no component" $.name .) -}}{{- end -}}
{{- $_ := set $plain (printf "%s_URL" (upper . | replace "-" "_")) (include "parley.target" (dict "root" $root "name" . "components" $.components)) -}}
{{- end -}}
{{- $keys := include "parley.keysSecret" $root -}}
{{- range list "SECRET_KEY" "SERVICE_KEY" -}}
{{- $_ := set $secret . (dict "secret" $keys "key" .) -}}
{{- end -}}
{{- if $root.Values.trialEngines.enabled -}}
{{- $engines := printf "%s-trial-engines" $fullname -}}
{{- range list "DATABASE_URL" "NATS_URL" "REDIS_URL" "MEILI_API_KEY" "S3_SECRET_ACCESS_KEY" -}}
{{- $_ := set $secret . (dict "secret" $engines "key" .) -}}
{{- end -}}
{{- $plain = mergeOverwrite $plain (dict "MEILI_URL" (printf "http://%s-trial-meilisearch:7700" $fullname) "SMTP_URL" (printf "smtp://%s-trial-mail:1025" $fullname) "S3_ENDPOINT" (printf "http://%s-trial-s3:7070" $fullname) "S3_BUCKET" "files" "S3_ACCESS_KEY_ID" "parley") -}}
{{- end -}}
{{- with $root.Values.publicUrl -}}{{- $_ := set $plain "PUBLIC_URL" . -}}{{- end -}}
{{- range $layer := list (dict "env" $root.Values.env "secretEnv" $root.Values.secretEnv) .component -}}
{{- range $name, $value := $layer.env -}}
{{- /* Not toString: it would write 1000000 as 1e+06. */ -}}
{{- $_ := set $plain $name (kindIs "string" $value | ternary $value (toJson $value)) -}}{{- $secret = omit $secret $name -}}
{{- end -}}
{{- range $name, $from := $layer.secretEnv -}}
{{- $_ := set $secret $name $from -}}{{- $plain = omit $plain $name -}}
{{- end -}}
{{- end -}}
{{- $own := printf "%s_DATABASE_URL" (upper .name | replace "-" "_") -}}
{{- if hasKey $secret $own -}}{{- $secret = omit $secret "DATABASE_URL" -}}{{- end -}}
{{- if not (or (hasKey $secret "DATABASE_URL") (hasKey $secret $own)) -}}
{{- fail (printf "%s has no database: name the Secret that holds DATABASE_URL in secretEnv, or %s in components.%s.secretEnv, or try with trialEngines.enabled" .name $own .name) -}}
{{- end -}}
{{- if not (or (eq .component.surface "http") (hasKey $secret "NATS_URL")) -}}
{{- fail (printf "%s has no event bus: name the Secret that holds NATS_URL in secretEnv" .name) -}}
{{- end -}}
{{- if not (or (eq .component.surface "http") (hasKey $secret "SMTP_URL") (hasKey $plain "SMTP_URL")) -}}
{{- fail "no mail would leave: name the Secret that holds SMTP_URL in secretEnv" -}}
{{- end -}}
{{- if not (hasKey $plain "PUBLIC_URL") -}}{{- fail "publicUrl is empty: the address that clients and links in mails use" -}}{{- end -}}
{{- $many := or (gt (int .component.replicas) 1) .component.autoscaling.enabled -}}
{{- if and (eq .component.surface "http") $many (not (or (hasKey $plain "S3_BUCKET") $root.Values.files.existingClaim)) -}}
{{- fail "several replicas need one place for files: S3_BUCKET in env, or files.existingClaim" -}}
{{- end -}}
{{- if and (eq .component.surface "http") $many (not (hasKey $secret "REDIS_URL")) -}}
{{- fail "several gateways need Redis to count limits together: name the Secret that holds REDIS_URL in secretEnv" -}}
{{- end -}}
{{- range $name := concat (keys $plain) (keys $secret) | sortAlpha }}
- name: {{ $name }}
  {{- if hasKey $plain $name }}
  value: {{ index $plain $name | quote }}
  {{- else }}
  {{- $from := index $secret $name }}
  valueFrom: { secretKeyRef: { name: {{ $from.secret }}, key: {{ $from.key }} } }
  {{- end }}
{{- end }}
{{- end -}}
